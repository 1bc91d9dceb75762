import {
  answers,
  bigCode,
  button,
  heading,
  leave,
  formatLetter,
  messageRows,
  formatNote,
  offerRows,
  pickupRows,
  orderLines,
  owedRows,
  paragraph,
  shipTo,
  small,
} from '../layout.ts';
import type { MailTexts } from '../mail.ts';

export const de: MailTexts = {
  words: { vendor: 'Verkäufer', product: 'Produkt', marketplace: 'Marktplatz' },
  footer: 'Sie erhalten diese E-Mail, weil Sie mit {{ store.name }} zusammenarbeiten.',
  visitorFooter: 'Sie erhalten diese E-Mail, weil Sie {{ store.name }} geschrieben oder dort bestellt haben.',
  leaveFooter: 'Diese E-Mails abbestellen',
  'order-placed': {
    subject:
      '🛍️ Neue Bestellung {{ params.order_number }}{% if params.is_paid == false %} (Zahlung ausstehend){% endif %}',
    body:
      heading('Bestellung {{ params.order_number }}') +
      paragraph(
        '{% if params.is_paid %}Aufgegeben am {{ params.placed_on }} und bezahlt. Sie kann versandt werden.{% else %}Aufgegeben am {{ params.placed_on }}. Die Zahlung steht noch aus: Bitte warten Sie mit dem Versand, bis sie eingegangen ist.{% endif %}',
      ) +
      orderLines('Summe Ihrer Artikel') +
      shipTo('Versand an') +
      formatNote('Eine Nachricht vom Käufer') +
      button('Bestellung öffnen'),
  },
  'order-paid': {
    subject: '✅ Bestellung {{ params.order_number }} ist bezahlt',
    body:
      heading('Bestellung {{ params.order_number }} ist bezahlt') +
      paragraph('Aufgegeben am {{ params.placed_on }}. Die Zahlung ist eingegangen: Sie können versenden.') +
      orderLines('Summe der offenen Artikel') +
      shipTo('Versand an') +
      button('Bestellung öffnen'),
  },
  'order-reminder-1': {
    subject: '⏰ Bestellung {{ params.order_number }} ist zu versenden',
    body:
      heading('Bestellung {{ params.order_number }} ist zu versenden') +
      paragraph('Sie wurde am {{ params.placed_on }} aufgegeben. Diese Artikel sind noch zu versenden:') +
      orderLines('Summe der offenen Artikel') +
      shipTo('Versand an') +
      button('Bestellung öffnen'),
  },
  'order-reminder-2': {
    subject: '⏰ Zweite Erinnerung: Bestellung {{ params.order_number }}',
    body:
      heading('Bestellung {{ params.order_number }} ist noch zu versenden') +
      paragraph(
        'Sie wurde am {{ params.placed_on }} aufgegeben, und der Käufer wartet noch. Diese Artikel sind noch zu versenden:',
      ) +
      orderLines('Summe der offenen Artikel') +
      shipTo('Versand an') +
      button('Bestellung öffnen'),
  },
  'order-reminder-3': {
    subject: '⏰ Letzte Erinnerung: Bestellung {{ params.order_number }}',
    body:
      heading('Der Käufer der Bestellung {{ params.order_number }} wartet') +
      paragraph(
        'Sie wurde am {{ params.placed_on }} aufgegeben. Dies ist unsere letzte Erinnerung: Bitte versenden Sie die offenen Artikel oder teilen Sie dem Marktplatz mit, warum das nicht möglich ist.',
      ) +
      orderLines('Summe der offenen Artikel') +
      shipTo('Versand an') +
      button('Bestellung öffnen'),
  },
  'order-changed': {
    subject: '✏️ Bestellung {{ params.order_number }} wurde geändert',
    body:
      heading('Bestellung {{ params.order_number }} wurde geändert') +
      paragraph(
        'Aufgegeben am {{ params.placed_on }}. {% if params.lines.size > 0 %}Das ist jetzt noch zu versenden:{% else %}Es ist nichts mehr zu versenden.{% endif %}',
      ) +
      '{% if params.lines.size > 0 %}' +
      orderLines('Summe der offenen Artikel') +
      '{% endif %}' +
      button('Bestellung öffnen'),
  },
  'order-cancelled': {
    subject: '🚫 Bestellung {{ params.order_number }} wurde storniert',
    body:
      heading('Bestellung {{ params.order_number }} wurde storniert') +
      paragraph(
        'Aufgegeben am {{ params.placed_on }}. Es ist nichts mehr zu versenden: Bitte behalten Sie Artikel, die noch nicht unterwegs sind.',
      ) +
      orderLines('Summe Ihrer Artikel') +
      button('Bestellung öffnen'),
  },
  'order-delivery-problem': {
    subject:
      '📦 {% if params.is_returned %}Bestellung {{ params.order_number }} kommt zurück{% else %}Bestellung {{ params.order_number }} konnte nicht zugestellt werden{% endif %}',
    body:
      heading(
        '{% if params.is_returned %}Eine Sendung kommt zurück{% else %}Eine Sendung konnte nicht zugestellt werden{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }} {% if params.is_returned %}schickt die Sendung von Bestellung {{ params.order_number }} an Sie zurück{% else %}meldet ein Problem mit der Sendung von Bestellung {{ params.order_number }}{% endif %}{% if params.tracking_number != '' %} (Sendungsnummer {{ params.tracking_number }}){% endif %}. Klären Sie mit der Kundin, dem Kunden oder {{ params.carrier }}, wie es weitergeht.",
      ) +
      button('Bestellung öffnen'),
  },
  'vendor-label-problem': {
    subject:
      '📦 {% if params.is_refused %}Ein Versandetikett der Bestellung {{ params.order_number }} wird nicht erstattet{% else %}Bestellung {{ params.order_number }} wurde storniert und hat ein unbenutztes Versandetikett{% endif %}',
    body:
      heading(
        '{% if params.is_refused %}Ein Versandetikett wird nicht erstattet{% else %}Ein bezahltes Versandetikett ist unbenutzt{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }}: {% if params.is_refused %}Der Versanddienst hat die Erstattung des Versandetiketts der Bestellung {{ params.order_number }} von {{ params.vendor_name }} abgelehnt. Es bleibt bezahlt. Verwenden Sie es oder fragen Sie den Versanddienst.{% else %}Bestellung {{ params.order_number }} wurde storniert, und ihr Versandetikett von {{ params.vendor_name }} ist bezahlt und unbenutzt. Stornieren Sie es auf der Seite der Bestellung, um das Geld zurückzubekommen.{% endif %}",
      ) +
      button('Bestellung öffnen'),
  },
  'marketplace-label-problem': {
    subject:
      '📦 {% if params.is_refused %}Ein Versandetikett der Bestellung {{ params.order_number }} wird nicht erstattet{% else %}Bestellung {{ params.order_number }} wurde storniert und hat ein unbenutztes Versandetikett{% endif %}',
    body:
      heading(
        '{% if params.is_refused %}Ein Versandetikett wird nicht erstattet{% else %}Ein bezahltes Versandetikett ist unbenutzt{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }}: {% if params.is_refused %}Der Versanddienst hat die Erstattung des Versandetiketts der Bestellung {{ params.order_number }} von {{ params.vendor_name }} abgelehnt. Es bleibt bezahlt. Verwenden Sie es oder fragen Sie den Versanddienst.{% else %}Bestellung {{ params.order_number }} wurde storniert, und ihr Versandetikett von {{ params.vendor_name }} ist bezahlt und unbenutzt. Stornieren Sie es auf der Seite der Bestellung, um das Geld zurückzubekommen.{% endif %}",
      ) +
      button('Bestellung öffnen'),
  },
  'vendor-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}Die Mitgliedschaft von {{ params.vendor_name }} endet am {{ params.ends_on }}{% elsif params.state == 'unpaid' %}Die Mitgliedschaft von {{ params.vendor_name }} ist nicht bezahlt{% else %}Die Mitgliedschaft von {{ params.vendor_name }} ist beendet{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}Die Mitgliedschaft endet am {{ params.ends_on }}{% elsif params.state == 'unpaid' %}Die letzte Zahlung ist gescheitert{% else %}Die Mitgliedschaft ist beendet{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} von {{ params.vendor_name }} wurde gekündigt, läuft bis zum {{ params.ends_on }} und wird nicht verlängert.{% if params.takes_products_off %} Danach ist nicht mehr im Verkauf, was live ist ({{ words.product }}), bis wieder eine Mitgliedschaft aktiv ist.{% endif %}{% elsif params.state == 'unpaid' %}{{ params.plan_name }} von {{ params.vendor_name }} konnte nicht abgebucht werden. Prüfen Sie die Zahlungsart, damit die Mitgliedschaft weiterläuft.{% else %}{{ params.plan_name }} von {{ params.vendor_name }} ist beendet. {% if params.takes_products_off %}Was live war ({{ words.product }}), ist jetzt Entwurf und nicht im Verkauf, bis die Mitgliedschaft wieder aktiv ist; dann geht es von selbst wieder live.{% else %}Die Angebote bleiben und können ohne Mitgliedschaft nicht geändert werden.{% endif %}{% endif %}",
      ) +
      button('Ansehen'),
  },
  'marketplace-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}Die Mitgliedschaft von {{ params.vendor_name }} endet am {{ params.ends_on }}{% elsif params.state == 'unpaid' %}Die Mitgliedschaft von {{ params.vendor_name }} ist nicht bezahlt{% else %}Die Mitgliedschaft von {{ params.vendor_name }} ist beendet{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}Die Mitgliedschaft endet am {{ params.ends_on }}{% elsif params.state == 'unpaid' %}Die letzte Zahlung ist gescheitert{% else %}Die Mitgliedschaft ist beendet{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} von {{ params.vendor_name }} wurde gekündigt, läuft bis zum {{ params.ends_on }} und wird nicht verlängert.{% if params.takes_products_off %} Danach ist nicht mehr im Verkauf, was live ist ({{ words.product }}), bis wieder eine Mitgliedschaft aktiv ist.{% endif %}{% elsif params.state == 'unpaid' %}{{ params.plan_name }} von {{ params.vendor_name }} konnte nicht abgebucht werden. Prüfen Sie die Zahlungsart, damit die Mitgliedschaft weiterläuft.{% else %}{{ params.plan_name }} von {{ params.vendor_name }} ist beendet. {% if params.takes_products_off %}Was live war ({{ words.product }}), ist jetzt Entwurf und nicht im Verkauf, bis die Mitgliedschaft wieder aktiv ist; dann geht es von selbst wieder live.{% else %}Die Angebote bleiben und können ohne Mitgliedschaft nicht geändert werden.{% endif %}{% endif %}",
      ) +
      button('Ansehen'),
  },
  'vendor-integration-lost': {
    subject:
      '🔌 {% if params.is_sheet %}Ihre Tabelle wird nicht mehr synchronisiert{% else %}Ihr eigener Shop wird nicht mehr synchronisiert{% endif %}',
    body:
      heading(
        '{% if params.is_sheet %}Ihre Tabelle wird nicht mehr synchronisiert{% else %}Ihr eigener Shop wird nicht mehr synchronisiert{% endif %}',
      ) +
      paragraph(
        "{% if params.reason == 'maker' %}Wer {{ params.name }} verbunden hat, hat das Team von {{ params.vendor_name }} verlassen, daher wird nichts mehr synchronisiert. Verbinden Sie die Quelle neu, damit es weitergeht.{% elsif params.reason == 'rights' %}Wer {{ params.name }} verbunden hat, hat die Berechtigungen dafür nicht mehr, daher wird für {{ params.vendor_name }} nichts mehr synchronisiert. Geben Sie der Person die Berechtigungen zurück, oder lassen Sie jemanden mit diesen Berechtigungen neu verbinden.{% else %}Der Zugriff auf {{ params.name }} ging verloren, daher wird für {{ params.vendor_name }} nichts mehr synchronisiert. Verbinden Sie die Quelle neu, damit es weitergeht.{% endif %}",
      ) +
      button('Verbindung öffnen'),
  },
  'marketplace-plan-limit': {
    subject:
      "📈 {% if params.is_reached %}Eine Grenze Ihres Plans ist erreicht: {{ params.used }} von {{ params.included }} {% if params.limit == 'vendors' %}Verkäufern{% elsif params.limit == 'products' %}Produkten{% else %}Bestellungen in 30 Tagen{% endif %}{% else %}Ihr Plan ist fast ausgeschöpft: {{ params.used }} von {{ params.included }} {% if params.limit == 'vendors' %}Verkäufern{% elsif params.limit == 'products' %}Produkten{% else %}Bestellungen in 30 Tagen{% endif %}{% endif %}",
    body:
      heading(
        "{% if params.is_reached %}Eine Grenze Ihres Plans ist erreicht: {{ params.used }} von {{ params.included }} {% if params.limit == 'vendors' %}Verkäufern{% elsif params.limit == 'products' %}Produkten{% else %}Bestellungen in 30 Tagen{% endif %}{% else %}Ihr Plan ist fast ausgeschöpft: {{ params.used }} von {{ params.included }} {% if params.limit == 'vendors' %}Verkäufern{% elsif params.limit == 'products' %}Produkten{% else %}Bestellungen in 30 Tagen{% endif %}{% endif %}",
      ) +
      paragraph(
        "{% if params.is_reached %}Ab jetzt gilt: {% else %}Bei 100 % gilt, bis Sie den Plan ändern: {% endif %}{% if params.limit == 'vendors' %}Neue Verkäufer können nicht aufgenommen werden; Bewerbungen kommen weiter an.{% elsif params.limit == 'products' %}Neue Produkte können nicht angelegt werden; vorhandene lassen sich weiter bearbeiten.{% else %}Der Import früherer Bestellungen kann nicht begonnen werden; neue Bestellungen kommen weiter an und werden ausgezahlt.{% endif %} Vorhandenes bleibt bestehen.",
      ) +
      button('Plan ändern'),
  },
  'marketplace-store-held': {
    subject: '⏸️ Auszahlungen, Versandetiketten und E-Mails sind angehalten',
    body:
      heading('Auszahlungen, Versandetiketten und E-Mails sind angehalten') +
      paragraph(
        '{% if params.is_restored %}Die Datenbank wurde am {{ params.held_since }} oder kurz davor wiederhergestellt. Damit nichts doppelt gezahlt oder versendet wird, sind Auszahlungen, Versandetiketten, nummerierte Dokumente und zuvor eingereihte E-Mails angehalten. Vergleichen Sie zuerst mit den Anbietern, und setzen Sie dann alles fort.{% else %}{{ params.held_by }} hat am {{ params.held_since }} Auszahlungen, Versandetiketten, nummerierte Dokumente und zuvor eingereihte E-Mails angehalten. Sie bleiben angehalten, bis jemand sie fortsetzt.{% endif %}',
      ) +
      button('Ansehen, was angehalten ist'),
  },
  'vendor-discount': {
    subject: '🏷️ Ein Rabatt, den Sie tragen: {{ params.discount_name }}',
    body:
      heading('{{ params.discount_name }}: {{ params.value }} Rabatt') +
      paragraph(
        "Er gilt ab {{ params.from }}{% if params.until != '' %} bis {{ params.until }}{% endif %}, auch für das, was {{ params.vendor_name }} verkauft. Sie tragen {{ params.share }} davon; es steht in jeder Bestellung und in Ihren Abrechnungen.{% if params.can_refuse %} Sie können ihn ablehnen: Ihre Artikel gehören dann nicht dazu.{% endif %}",
      ) +
      button('Rabatt ansehen'),
  },
  'marketplace-discount-refused': {
    subject: '🏷️ {{ params.vendor_name }} hat den Rabatt {{ params.discount_name }} abgelehnt',
    body:
      heading('{{ params.vendor_name }} hat einen Rabatt abgelehnt') +
      paragraph(
        'Die Artikel von {{ params.vendor_name }} gehören nicht mehr zu {{ params.discount_name }}.{% if params.is_over %} Niemand sonst gehörte dazu: Der Rabatt ist beendet.{% endif %}',
      ) +
      button('Rabatt ansehen'),
  },
  'product-approved': {
    subject:
      '✅ {% if params.is_change %}Ihre Änderung an {{ params.product_title }} ist live{% else %}{{ params.product_title }} ist live{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Ihre Änderung an {{ params.product_title }} ist live{% else %}{{ params.product_title }} ist live{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}Wir haben Ihre Änderung übernommen. Ab jetzt sehen Käufer sie bei {{ store.name }}.{% else %}Wir haben die Freigabe erteilt. Ab jetzt ist der Artikel bei {{ store.name }} zu finden.{% endif %}',
      ) +
      formatNote('Eine Nachricht von uns') +
      button('{{ params.product_title }} öffnen'),
  },
  'product-unapproved': {
    subject:
      '✏️ {% if params.is_change %}Ihre Änderung an {{ params.product_title }} wurde abgelehnt{% else %}{{ params.product_title }} braucht eine Änderung{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Ihre Änderung an {{ params.product_title }} wurde abgelehnt{% else %}{{ params.product_title }} braucht eine Änderung{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}Wir haben Ihre Änderung geprüft und nicht übernommen. Käufer sehen weiterhin die bisherige Version von {{ params.product_title }}.{% else %}Wir haben den Artikel geprüft und an Sie zurückgeschickt. Er ist nicht sichtbar. Ändern Sie ihn und reichen Sie ihn erneut ein.{% endif %}',
      ) +
      formatNote('Was zu ändern ist') +
      button('{{ params.product_title }} ändern'),
  },
  'marketplace-on-product-submitted': {
    subject: '📦 {{ params.vendor_name }} hat {{ params.product_title }} eingereicht',
    body:
      heading('{{ params.product_title }}') +
      paragraph(
        '{% if params.is_change %}{{ params.vendor_name }} hat eine Änderung eingereicht, die auf Ihre Freigabe wartet.{% else %}{{ params.vendor_name }} hat den Artikel eingereicht, er wartet auf Ihre Freigabe.{% endif %}',
      ) +
      button('Ansehen'),
  },
  'marketplace-vendor-request': {
    subject: '📝 Bewerbung als {{ words.vendor }}: {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} möchte bei {{ store.name }} verkaufen') +
      paragraph('{{ params.email }}') +
      answers() +
      button('Bewerbung öffnen'),
  },
  'marketplace-new-vendor': {
    subject: '🎉 Neu dabei ({{ words.vendor }}): {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} verkauft jetzt bei {{ store.name }}') +
      paragraph(
        '{{ params.created_by }} hat das Konto angelegt. {{ params.email }} wurde eingeladen, ein Passwort festzulegen.',
      ) +
      button('{{ params.vendor_name }} öffnen'),
  },
  'vendor-pending-approval': {
    subject: '📬 Ihre Bewerbung ist eingegangen, {{ params.vendor_name }}',
    body:
      heading('Vielen Dank für Ihre Bewerbung') +
      paragraph(
        'Wir prüfen sie und melden uns in Kürze. Bis dahin müssen Sie nichts tun: Sobald {{ params.vendor_name }} freigegeben ist, erhalten Sie eine E-Mail mit einem Link, um Ihr Passwort festzulegen.',
      ),
  },
  'vendor-rejection': {
    subject: '💬 Zu Ihrer Bewerbung bei {{ store.name }}',
    body:
      heading('Wir können {{ params.vendor_name }} zurzeit nicht aufnehmen') +
      paragraph(
        'Vielen Dank für Ihr Interesse, bei {{ store.name }} zu verkaufen, und für die Zeit, die Sie sich genommen haben.',
      ) +
      formatNote('Grund'),
  },
  'marketplace-contact-message': {
    subject:
      '💬 {% if params.sender %}{{ params.sender }}{% else %}Jemand{% endif %} hat an {{ store.name }} geschrieben',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}Jemand{% endif %} hat Ihnen geschrieben') +
      '{% if params.vendor_name %}' +
      paragraph('Für {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('Die Nachricht') +
      answers() +
      button('Nachricht öffnen') +
      '{% if params.email %}' +
      small('Wenn Sie auf diese E-Mail antworten, geht Ihre Antwort an {{ params.email }}.') +
      '{% endif %}',
  },
  'vendor-contact-message': {
    subject:
      '💬 {% if params.sender %}{{ params.sender }}{% else %}Jemand{% endif %} hat an {{ params.vendor_name }} geschrieben',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}Jemand{% endif %} hat Ihnen geschrieben') +
      '{% if params.vendor_name %}' +
      paragraph('Für {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('Die Nachricht') +
      answers() +
      button('Nachricht öffnen') +
      '{% if params.email %}' +
      small('Wenn Sie auf diese E-Mail antworten, geht Ihre Antwort an {{ params.email }}.') +
      '{% endif %}',
  },
  'offer-requested': {
    subject:
      '💬 {% if params.is_answer %}Ein neuer Preis für {{ params.product_title }}{% else %}Ein Preisvorschlag für {{ params.product_title }}{% endif %}: {{ params.price }}',
    body:
      heading(
        '{% if params.is_answer %}Ihr Gegenvorschlag wurde beantwortet{% else %}Sie haben einen Preisvorschlag erhalten{% endif %}',
      ) +
      paragraph(
        'Für {{ params.vendor_name }}. Sie können ihn innerhalb von {{ params.days }} Tagen annehmen, ablehnen oder einen anderen Preis nennen; danach läuft er ab.',
      ) +
      offerRows({ price: 'Vorgeschlagener Preis pro Stück', listed: 'Listenpreis', total: 'Gesamt' }) +
      button('Preisvorschlag beantworten'),
  },
  'order-ready-for-pickup': {
    subject: '📦 Bestellung {{ params.order_number }} liegt zur Abholung bereit',
    body:
      heading('Ihre Bestellung liegt zur Abholung bereit') +
      paragraph(
        '{{ params.vendor_name }} hält Ihre Artikel der Bestellung {{ params.order_number }} bereit. Bringen Sie die Bestellnummer mit.',
      ) +
      pickupRows({ where: 'Wo', when: 'Wann' }),
  },
  'offer-received': {
    subject:
      '{% if params.is_accepted %}🎉 Ihr Preisvorschlag für {{ params.product_title }} wurde angenommen{% else %}💬 {{ params.vendor_name }} nennt einen anderen Preis: {{ params.price }}{% endif %}',
    body:
      heading(
        '{% if params.is_accepted %}Ihr Preisvorschlag wurde angenommen{% else %}{{ params.vendor_name }} nennt einen anderen Preis{% endif %}',
      ) +
      paragraph(
        '{% if params.is_accepted %}Der Preis ist vereinbart. Bezahlen Sie innerhalb von {{ params.days }} Tagen; Versand und Steuern kommen im Checkout hinzu. Bis zur Zahlung wird kein Bestand für Sie reserviert.{% else %}Sie können diesen Preis innerhalb von {{ params.days }} Tagen annehmen, ablehnen oder einen eigenen nennen.{% endif %}',
      ) +
      offerRows({ price: 'Preis pro Stück', listed: 'Listenpreis', total: 'Gesamt' }) +
      button('{% if params.is_accepted %}Jetzt bezahlen{% else %}Antworten{% endif %}'),
  },
  'offer-rejected': {
    subject:
      '{% if params.is_expired %}⌛ Ihr Preisvorschlag für {{ params.product_title }} ist abgelaufen{% else %}📨 Ihr Preisvorschlag für {{ params.product_title }} wurde nicht angenommen{% endif %}',
    body:
      heading(
        '{% if params.is_expired %}Ihr Preisvorschlag ist abgelaufen{% else %}Ihr Preisvorschlag wurde nicht angenommen{% endif %}',
      ) +
      paragraph(
        '{% if params.is_expired %}Die Frist ist vorbei. Sie können jederzeit einen neuen Preis vorschlagen.{% else %}{{ params.vendor_name }} verkauft {{ params.product_title }} nicht zu diesem Preis. Sie können weiterhin zum Listenpreis kaufen oder einen neuen Preis vorschlagen.{% endif %}',
      ) +
      offerRows({ price: 'Preis pro Stück', listed: 'Listenpreis', total: 'Gesamt' }) +
      button('{{ store.name }} besuchen'),
  },
  'vendor-new-message': {
    subject: '💬 Neue Nachricht{% if params.about %} zu {{ params.about }}{% endif %}',
    body:
      heading('Sie haben eine neue Nachricht') +
      messageRows({ buyer: 'Käufer', marketplace: 'geschrieben von {{ store.name }}', picture: 'Bild' }) +
      button('Unterhaltung öffnen') +
      small(
        'Antworten Sie in Ihrem Portal: Ihre E-Mail-Adresse bleibt verborgen. Kontaktdaten in Nachrichten werden verdeckt.',
      ),
  },
  'buyer-new-message': {
    subject: '💬 {{ params.vendor_name }}{% if params.about %} zu {{ params.about }}{% endif %}: neue Nachricht',
    body:
      heading('Ihre Unterhaltung mit {{ params.vendor_name }}') +
      messageRows({ buyer: 'Käufer', marketplace: 'geschrieben von {{ store.name }}', picture: 'Bild' }) +
      button('Unterhaltung öffnen') +
      small(
        'Die Schaltfläche öffnet Ihre Unterhaltung, 30 Tage lang. Antworten auf diese E-Mail werden nicht übernommen.',
      ),
  },
  'marketplace-new-message': {
    subject: '💬 {{ params.vendor_name }} hat {{ store.name }} geschrieben',
    body:
      heading('{{ params.vendor_name }} hat Ihnen geschrieben') +
      messageRows({ buyer: 'Käufer', marketplace: 'geschrieben von {{ store.name }}', picture: 'Bild' }) +
      button('Unterhaltung öffnen'),
  },
  'marketplace-duty-digest': {
    subject: '📋 Heute zu erledigen',
    body:
      heading('Zu erledigen') +
      paragraph(
        '{% if params.applications > 0 %}Bewerbungen zu prüfen: {{ params.applications }}<br>{% endif %}' +
          '{% if params.products > 0 %}{{ words.product }}: wartet auf Freigabe: {{ params.products }}<br>{% endif %}' +
          '{% if params.orders > 0 %}Bestellungen nach der ersten Erinnerung: {{ params.orders }}<br>{% endif %}' +
          '{% if params.payouts > 0 %}Fällige Auszahlungen: {{ params.payouts }}<br>{% endif %}' +
          '{% if params.messages > 0 %}Unbeantwortete Nachrichten: {{ params.messages }}<br>{% endif %}' +
          '{% if params.integrations > 0 %}Gescheiterte Verbindungen ({{ words.vendor }}): {{ params.integrations }}<br>{% endif %}' +
          '{% if params.failures > 0 %}Fehlgeschlagene Webhooks und Dienste: {{ params.failures }}<br>{% endif %}',
      ) +
      button('{{ words.marketplace }} öffnen'),
  },
  'marketplace-automated-payments': {
    subject:
      '💸 Automatische Auszahlungen: {% if params.payouts > 0 %}{{ params.amounts }}{% else %}keine Auszahlung{% endif %}',
    body:
      heading('Automatische Auszahlungen') +
      paragraph(
        '{% if params.payouts > 0 %}Begonnene Auszahlungen: {{ params.payouts }}, zusammen {{ params.amounts }}. Sie sind unterwegs.{% else %}Es wurde nichts ausgezahlt.{% endif %}',
      ) +
      paragraph(
        '{% if params.refused > 0 %}Nicht ausgezahlt ({{ words.vendor }}): {{ params.refused }}. {% endif %}{% if params.skipped > 0 %}Übersprungene Bestellungen: {{ params.skipped }}.{% endif %}',
      ) +
      button('Auszahlungen ansehen'),
  },
  'marketplace-integration-set': {
    subject:
      '🔌 {% if params.service %}{{ params.service }} ist für E-Mails verbunden{% else %}E-Mails werden wieder von uns gesendet{% endif %}',
    body:
      heading(
        '{% if params.service %}{{ params.service }} ist verbunden{% else %}Kein E-Mail-Dienst ist verbunden{% endif %}',
      ) +
      paragraph(
        '{% if params.sends_events %}{{ params.service }} erhält Ereignisse anstelle unserer E-Mails zu Bestellungen, Produkten und Auszahlungen und erstellt daraus eigene E-Mails. Richten Sie dort für jedes Ereignis einen Flow ein, sonst erhält niemand eine E-Mail.{% elsif params.service %}E-Mails zu Bestellungen, Produkten und Auszahlungen ({{ words.vendor }}) gehen über {{ params.service }} hinaus.{% else %}Alle E-Mails werden wieder von unserem eigenen Mailserver gesendet.{% endif %} E-Mails an Sie und E-Mails zur Anmeldung kommen immer von uns.',
      ) +
      small('Geändert von {{ params.changed_by }} am {{ params.changed_on }}.') +
      button('Benachrichtigungen öffnen'),
  },
  'marketplace-payout-failed': {
    subject:
      "⚠️ {% if params.is_part %}{{ params.amount }} einer Auszahlung an {{ params.vendor_name }} wurden zurückgebucht{% else %}Die Auszahlung von {{ params.amount }} an {{ params.vendor_name }} {% if params.state == 'unclaimed' %}wurde noch nicht angenommen{% elsif params.state == 'reversed' %}wurde zurückgebucht{% else %}ist fehlgeschlagen{% endif %}{% endif %}",
    body:
      heading('Bitte prüfen Sie eine Auszahlung') +
      paragraph(
        "{% if params.is_part %}{{ params.amount }} einer Auszahlung, die über {{ params.way }} an {{ params.vendor_name }} ging, wurden zurückgebucht. Der Rest bleibt bezahlt; der zurückgebuchte Betrag ist wieder fällig.{% elsif params.state == 'unclaimed' %}{{ params.way }} hat die {{ params.amount }}, und {{ params.vendor_name }} hat sie noch nicht angenommen. Nach 30 Tagen werden sie automatisch zurückgebucht und sind wieder fällig.{% elsif params.state == 'reversed' %}Die {{ params.amount }}, die über {{ params.way }} an {{ params.vendor_name }} gingen, wurden zurückgebucht. Die Bestellungen sind wieder fällig.{% else %}{{ params.way }} hat {{ params.amount }} nicht an {{ params.vendor_name }} gezahlt. Die Bestellungen sind wieder fällig.{% if params.is_stopped %} Bei {{ params.way }} gibt es eine Auszahlung an {{ params.vendor_name }}, die hier fehlt, vielleicht für dieselben Bestellungen. Auszahlungen an dieses Konto warten, bis jemand im Abgleich darüber entscheidet.{% endif %}{% endif %}",
      ) +
      button('Grund ansehen'),
  },
  'vendor-payout-unclaimed': {
    subject:
      '💸 {% if params.is_returned %}Ihre Auszahlung von {{ params.amount }} wurde zurückgebucht{% else %}Nehmen Sie Ihre Auszahlung von {{ params.amount }} an{% endif %}',
    body:
      heading(
        '{% if params.is_returned %}Ihre Auszahlung wurde zurückgebucht{% else %}Ihre Auszahlung muss noch angenommen werden{% endif %}',
      ) +
      paragraph(
        '{% if params.is_returned %}Die {{ params.amount }}, die {{ store.name }} über {{ params.way }} an {{ params.vendor_name }} gesendet hat, wurden zurückgebucht. Sie stehen Ihnen wieder zu; prüfen Sie Ihre Zahlungsdaten, damit die nächste ankommt.{% else %}{{ store.name }} hat {{ params.amount }} über {{ params.way }} an {{ params.vendor_name }} gesendet. Nehmen Sie sie dort innerhalb von 30 Tagen mit der angegebenen Adresse an, sonst gehen sie zurück.{% endif %}',
      ) +
      button('Ansehen'),
  },
  'vendor-payout-details-changed': {
    subject: '🏦 Zahlungsdaten von {{ params.vendor_name }} geändert',
    body:
      heading('Zahlungsdaten wurden geändert') +
      paragraph(
        "Am {{ params.changed_on }} hat ein Inhaber des Kontos {{ params.vendor_name }} geändert, wie {{ store.name }} auszahlt. {% if params.is_bank_account %}Das Bankkonto für manuelle Auszahlungen wurde hinterlegt, geändert oder entfernt.{% elsif params.way == '' %}Es ist keine Auszahlungsmethode mehr hinterlegt.{% else %}Die Auszahlungsmethode ist jetzt {{ params.way }}.{% endif %}",
      ) +
      button('Ansehen') +
      small('Sie haben das nicht veranlasst? Ändern Sie sofort Ihr Passwort und informieren Sie {{ store.name }}.'),
  },
  'subscriber-confirm': {
    subject: '📮 Möchten Sie Neuigkeiten von {{ store.name }} erhalten?',
    body:
      heading('Noch ein Schritt') +
      paragraph(
        'Jemand hat darum gebeten, dass {{ store.name }} Ihnen an diese Adresse schreibt. Waren Sie das? Dann bestätigen Sie es.',
      ) +
      button('Anmeldung bestätigen') +
      small(
        'Der Link gilt {{ params.days }} Tage. Waren Sie es nicht? Dann müssen Sie nichts tun: Sie erhalten keine weiteren E-Mails, sofern niemand erneut fragt.',
      ) +
      leave('Schreiben Sie mir nicht'),
  },
  'subscriber-welcome': {
    subject: '🎉 Sie erhalten jetzt Neuigkeiten von {{ store.name }}',
    body:
      heading('Vielen Dank') +
      paragraph('Ihre Adresse ist bestätigt. Sie erhalten ab jetzt Neuigkeiten von {{ store.name }}.') +
      button('{{ store.name }} besuchen') +
      leave('Abmelden'),
  },
  'marketplace-data-request': {
    subject: '📁 Ein Käufer fragt nach seinen Daten',
    body:
      heading('Ein Käufer fragt nach seinen Daten') +
      paragraph(
        'Alle Daten über diese Person stehen in einem Export. Stellen Sie ihn vor dem {{ params.due_on }} bereit und markieren Sie die Anfrage danach als bereitgestellt.',
      ) +
      button('Anfrage ansehen'),
  },
  'marketplace-uninstalled': {
    subject: '👋 Der {{ words.marketplace }} wurde aus {{ store.name }} entfernt',
    body:
      heading('Der {{ words.marketplace }} ist geschlossen') +
      paragraph(
        'Sie haben die App entfernt. Niemand kann sich mehr anmelden, und es wird nichts mehr ausgezahlt. Ihre Daten bleiben 48 Stunden erhalten; installieren Sie die App in dieser Zeit erneut, ist alles wieder da.',
      ) +
      '{% if params.owed.size > 0 %}' +
      paragraph(
        'Das war beim Entfernen noch offen. Bitte bewahren Sie diese E-Mail auf: Sie begleichen die Beträge selbst.',
      ) +
      owedRows('Insgesamt') +
      '{% else %}' +
      paragraph('Beim Entfernen war niemandem etwas geschuldet.') +
      '{% endif %}' +
      '{% if params.is_cut %}' +
      small(
        'Es sind mehr Beträge offen, als eine E-Mail zeigen kann. Installieren Sie die App erneut, um alle zu sehen.',
      ) +
      '{% endif %}',
  },
  'auth-invite': {
    subject: '👋 Legen Sie Ihr Passwort für {{ store.name }} fest',
    body:
      heading('Willkommen{% if params.name %}, {{ params.name }}{% endif %}') +
      paragraph(
        '{% if params.vendor_name %}{{ params.vendor_name }} hat ein Konto bei {{ store.name }}, zu dem Sie eingeladen sind.{% else %}Sie sind eingeladen, den {{ words.marketplace }} von {{ store.name }} zu verwalten.{% endif %} Legen Sie ein Passwort fest, und Sie sind angemeldet.',
      ) +
      button('Passwort festlegen') +
      small(
        'Der Link gilt einmal, {{ params.days }} Tage lang, für {{ params.email }}. Sie haben ihn nicht erwartet? Dann können Sie diese E-Mail ignorieren.',
      ),
  },
  'auth-change-password': {
    subject: '🔑 {{ params.code }} ist Ihr Code für {{ store.name }}',
    body:
      heading('Ihr Code') +
      paragraph(
        'Geben Sie ihn auf der Seite ein, auf der Sie ihn angefordert haben, zusammen mit Ihrem neuen Passwort.',
      ) +
      bigCode() +
      button('Seite öffnen') +
      small(
        'Der Code gilt einmal, {{ params.hours }} Stunden lang. Sie haben ihn nicht angefordert? Dann geschieht nichts: Ihr Passwort bleibt unverändert.',
      ),
  },
  'auth-verify': {
    subject: '✉️ {{ params.code }} bestätigt Ihre Adresse für {{ store.name }}',
    body:
      heading('Ihre neue Adresse') +
      paragraph(
        'Geben Sie diesen Code auf der Seite Ihres Kontos ein. Von da an melden Sie sich mit dieser Adresse an.',
      ) +
      bigCode() +
      button('Mein Konto öffnen') +
      small(
        'Der Code gilt einmal, {{ params.hours }} Stunden lang. Sie haben ihn nicht angefordert? Dann geschieht nichts: Kein Konto erhält diese Adresse.',
      ),
  },
  'auth-second-factor-reset': {
    subject: '🔓 Ihre Zwei-Faktor-Authentifizierung für {{ store.name }} wurde zurückgesetzt',
    body:
      heading('Ihre Zwei-Faktor-Authentifizierung wurde zurückgesetzt') +
      paragraph(
        '{{ params.by }} hat sie zurückgesetzt, weil Sie sie nicht mehr verwenden konnten. Sie sind auf allen Geräten abgemeldet. Ihr Passwort bleibt unverändert.',
      ) +
      button('Anmelden und neu einrichten') +
      small('Sie haben nicht darum gebeten? Ändern Sie dann sofort Ihr Passwort und informieren Sie {{ params.by }}.'),
  },
};
