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

export const nl: MailTexts = {
  words: { vendor: 'verkoper', product: 'product', marketplace: 'marktplaats' },
  footer: 'Je krijgt deze e-mail omdat je samenwerkt met {{ store.name }}.',
  visitorFooter: 'Je krijgt deze e-mail omdat je {{ store.name }} hebt geschreven of er hebt besteld.',
  leaveFooter: 'Deze e-mails stoppen',
  'order-placed': {
    subject:
      '🛍️ Nieuwe bestelling {{ params.order_number }}{% if params.is_paid == false %} (betaling volgt nog){% endif %}',
    body:
      heading('Bestelling {{ params.order_number }}') +
      paragraph(
        '{% if params.is_paid %}Geplaatst op {{ params.placed_on }} en betaald. Je kunt verzenden.{% else %}Geplaatst op {{ params.placed_on }}. De betaling is nog niet binnen: wacht met verzenden tot die binnen is.{% endif %}',
      ) +
      orderLines('Totaal van jouw artikelen') +
      shipTo('Verzenden naar') +
      formatNote('Een bericht van de koper') +
      button('Bestelling openen'),
  },
  'order-paid': {
    subject: '✅ Bestelling {{ params.order_number }} is betaald',
    body:
      heading('Bestelling {{ params.order_number }} is betaald') +
      paragraph('Geplaatst op {{ params.placed_on }}. De betaling is binnen: je kunt verzenden.') +
      orderLines('Totaal van de resterende artikelen') +
      shipTo('Verzenden naar') +
      button('Bestelling openen'),
  },
  'order-reminder-1': {
    subject: '⏰ Bestelling {{ params.order_number }} moet nog worden verzonden',
    body:
      heading('Bestelling {{ params.order_number }} moet nog worden verzonden') +
      paragraph('Ze is geplaatst op {{ params.placed_on }}. Deze artikelen moeten nog worden verzonden:') +
      orderLines('Totaal van de resterende artikelen') +
      shipTo('Verzenden naar') +
      button('Bestelling openen'),
  },
  'order-reminder-2': {
    subject: '⏰ Tweede herinnering: bestelling {{ params.order_number }}',
    body:
      heading('Bestelling {{ params.order_number }} is nog niet verzonden') +
      paragraph(
        'Ze is geplaatst op {{ params.placed_on }} en de koper wacht nog steeds. Deze artikelen moeten nog worden verzonden:',
      ) +
      orderLines('Totaal van de resterende artikelen') +
      shipTo('Verzenden naar') +
      button('Bestelling openen'),
  },
  'order-reminder-3': {
    subject: '⏰ Laatste herinnering: bestelling {{ params.order_number }}',
    body:
      heading('De koper van bestelling {{ params.order_number }} wacht') +
      paragraph(
        'Ze is geplaatst op {{ params.placed_on }}. Dit is onze laatste herinnering: verzend de resterende artikelen, of laat de marktplaats weten wat je tegenhoudt.',
      ) +
      orderLines('Totaal van de resterende artikelen') +
      shipTo('Verzenden naar') +
      button('Bestelling openen'),
  },
  'order-changed': {
    subject: '✏️ Bestelling {{ params.order_number }} is gewijzigd',
    body:
      heading('Bestelling {{ params.order_number }} is gewijzigd') +
      paragraph(
        'Geplaatst op {{ params.placed_on }}. {% if params.lines.size > 0 %}Dit moet je nu nog verzenden:{% else %}Er hoeft niets meer te worden verzonden.{% endif %}',
      ) +
      '{% if params.lines.size > 0 %}' +
      orderLines('Totaal van de resterende artikelen') +
      '{% endif %}' +
      button('Bestelling openen'),
  },
  'order-cancelled': {
    subject: '🚫 Bestelling {{ params.order_number }} is geannuleerd',
    body:
      heading('Bestelling {{ params.order_number }} is geannuleerd') +
      paragraph(
        'Geplaatst op {{ params.placed_on }}. Er hoeft niets meer te worden verzonden: houd artikelen die nog niet onderweg zijn.',
      ) +
      orderLines('Totaal van jouw artikelen') +
      button('Bestelling openen'),
  },
  'order-delivery-problem': {
    subject:
      '📦 {% if params.is_returned %}Bestelling {{ params.order_number }} komt terug{% else %}Bestelling {{ params.order_number }} kon niet worden bezorgd{% endif %}',
    body:
      heading(
        '{% if params.is_returned %}Een zending komt terug{% else %}Een zending kon niet worden bezorgd{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }} {% if params.is_returned %}stuurt de zending van bestelling {{ params.order_number }} naar je terug{% else %}meldt een probleem met de zending van bestelling {{ params.order_number }}{% endif %}{% if params.tracking_number != '' %} (trackingnummer {{ params.tracking_number }}){% endif %}. Neem contact op met de koper of {{ params.carrier }} om te bepalen hoe het verdergaat.",
      ) +
      button('Bestelling openen'),
  },
  'vendor-label-problem': {
    subject:
      '📦 {% if params.is_refused %}Een label van bestelling {{ params.order_number }} wordt niet terugbetaald{% else %}Bestelling {{ params.order_number }} is geannuleerd en heeft een ongebruikt label{% endif %}',
    body:
      heading(
        '{% if params.is_refused %}Een label wordt niet terugbetaald{% else %}Een betaald label is niet gebruikt{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }}: {% if params.is_refused %}de vervoerder weigerde het label van bestelling {{ params.order_number }} van {{ params.vendor_name }} terug te betalen. Het blijft betaald. Gebruik het, of vraag het de vervoerder.{% else %}bestelling {{ params.order_number }} is geannuleerd, en het label ervan van {{ params.vendor_name }} is betaald en niet gebruikt. Annuleer het op de pagina van de bestelling om het geld terug te krijgen.{% endif %}",
      ) +
      button('Bestelling openen'),
  },
  'marketplace-label-problem': {
    subject:
      '📦 {% if params.is_refused %}Een label van bestelling {{ params.order_number }} wordt niet terugbetaald{% else %}Bestelling {{ params.order_number }} is geannuleerd en heeft een ongebruikt label{% endif %}',
    body:
      heading(
        '{% if params.is_refused %}Een label wordt niet terugbetaald{% else %}Een betaald label is niet gebruikt{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }}: {% if params.is_refused %}de vervoerder weigerde het label van bestelling {{ params.order_number }} van {{ params.vendor_name }} terug te betalen. Het blijft betaald. Gebruik het, of vraag het de vervoerder.{% else %}bestelling {{ params.order_number }} is geannuleerd, en het label ervan van {{ params.vendor_name }} is betaald en niet gebruikt. Annuleer het op de pagina van de bestelling om het geld terug te krijgen.{% endif %}",
      ) +
      button('Bestelling openen'),
  },
  'vendor-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}Het lidmaatschap van {{ params.vendor_name }} eindigt op {{ params.ends_on }}{% elsif params.state == 'unpaid' %}Het lidmaatschap van {{ params.vendor_name }} is niet betaald{% else %}Het lidmaatschap van {{ params.vendor_name }} is beëindigd{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}Het lidmaatschap eindigt op {{ params.ends_on }}{% elsif params.state == 'unpaid' %}De laatste betaling is mislukt{% else %}Het lidmaatschap is beëindigd{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} van {{ params.vendor_name }} is opgezegd, loopt tot {{ params.ends_on }} en wordt niet verlengd.{% if params.takes_products_off %} Daarna is wat live staat ({{ words.product }}) niet te koop tot er weer een lidmaatschap actief is.{% endif %}{% elsif params.state == 'unpaid' %}{{ params.plan_name }} van {{ params.vendor_name }} kon niet worden afgeschreven. Controleer de betaalmethode, zodat het doorloopt.{% else %}{{ params.plan_name }} van {{ params.vendor_name }} is voorbij. {% if params.takes_products_off %}Wat live stond ({{ words.product }}) is nu concept en niet te koop tot het lidmaatschap weer actief is; dan gaat het vanzelf weer live.{% else %}Wat te koop staat blijft staan en kan zonder lidmaatschap niet worden gewijzigd.{% endif %}{% endif %}",
      ) +
      button('Bekijken'),
  },
  'marketplace-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}Het lidmaatschap van {{ params.vendor_name }} eindigt op {{ params.ends_on }}{% elsif params.state == 'unpaid' %}Het lidmaatschap van {{ params.vendor_name }} is niet betaald{% else %}Het lidmaatschap van {{ params.vendor_name }} is beëindigd{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}Het lidmaatschap eindigt op {{ params.ends_on }}{% elsif params.state == 'unpaid' %}De laatste betaling is mislukt{% else %}Het lidmaatschap is beëindigd{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} van {{ params.vendor_name }} is opgezegd, loopt tot {{ params.ends_on }} en wordt niet verlengd.{% if params.takes_products_off %} Daarna is wat live staat ({{ words.product }}) niet te koop tot er weer een lidmaatschap actief is.{% endif %}{% elsif params.state == 'unpaid' %}{{ params.plan_name }} van {{ params.vendor_name }} kon niet worden afgeschreven. Controleer de betaalmethode, zodat het doorloopt.{% else %}{{ params.plan_name }} van {{ params.vendor_name }} is voorbij. {% if params.takes_products_off %}Wat live stond ({{ words.product }}) is nu concept en niet te koop tot het lidmaatschap weer actief is; dan gaat het vanzelf weer live.{% else %}Wat te koop staat blijft staan en kan zonder lidmaatschap niet worden gewijzigd.{% endif %}{% endif %}",
      ) +
      button('Bekijken'),
  },
  'vendor-integration-lost': {
    subject:
      '🔌 {% if params.is_sheet %}Je spreadsheet wordt niet meer gesynchroniseerd{% else %}Je eigen winkel wordt niet meer gesynchroniseerd{% endif %}',
    body:
      heading(
        '{% if params.is_sheet %}Je spreadsheet wordt niet meer gesynchroniseerd{% else %}Je eigen winkel wordt niet meer gesynchroniseerd{% endif %}',
      ) +
      paragraph(
        "{% if params.reason == 'maker' %}Wie {{ params.name }} heeft gekoppeld, heeft het team van {{ params.vendor_name }} verlaten, dus er wordt niets gesynchroniseerd. Koppel de bron opnieuw om door te gaan.{% elsif params.reason == 'rights' %}Wie {{ params.name }} heeft gekoppeld, heeft de rechten daarvoor niet meer, dus er wordt niets van {{ params.vendor_name }} gesynchroniseerd. Geef die persoon de rechten terug, of laat iemand met die rechten de bron opnieuw koppelen.{% else %}De toegang tot {{ params.name }} is verloren, dus er wordt niets van {{ params.vendor_name }} gesynchroniseerd. Koppel de bron opnieuw om door te gaan.{% endif %}",
      ) +
      button('Koppeling openen'),
  },
  'marketplace-plan-limit': {
    subject:
      "📈 {% if params.is_reached %}Een limiet van je abonnement is bereikt: {{ params.used }} van {{ params.included }} {% if params.limit == 'vendors' %}verkopers{% elsif params.limit == 'products' %}producten{% else %}bestellingen in 30 dagen{% endif %}{% else %}Je abonnement is bijna vol: {{ params.used }} van {{ params.included }} {% if params.limit == 'vendors' %}verkopers{% elsif params.limit == 'products' %}producten{% else %}bestellingen in 30 dagen{% endif %}{% endif %}",
    body:
      heading(
        "{% if params.is_reached %}Een limiet van je abonnement is bereikt: {{ params.used }} van {{ params.included }} {% if params.limit == 'vendors' %}verkopers{% elsif params.limit == 'products' %}producten{% else %}bestellingen in 30 dagen{% endif %}{% else %}Je abonnement is bijna vol: {{ params.used }} van {{ params.included }} {% if params.limit == 'vendors' %}verkopers{% elsif params.limit == 'products' %}producten{% else %}bestellingen in 30 dagen{% endif %}{% endif %}",
      ) +
      paragraph(
        "{% if params.is_reached %}Vanaf nu geldt: {% else %}Bij 100% geldt, tot je het abonnement wijzigt: {% endif %}{% if params.limit == 'vendors' %}er kunnen geen nieuwe verkopers bij; aanmeldingen komen nog binnen.{% elsif params.limit == 'products' %}er kunnen geen nieuwe producten bij; bestaande kun je nog bewerken.{% else %}er kan geen import van eerdere bestellingen beginnen; nieuwe bestellingen komen binnen en worden uitbetaald.{% endif %} Wat er is, blijft.",
      ) +
      button('Abonnement wijzigen'),
  },
  'marketplace-store-held': {
    subject: '⏸️ Uitbetalingen, labels en e-mails zijn gepauzeerd',
    body:
      heading('Uitbetalingen, labels en e-mails zijn gepauzeerd') +
      paragraph(
        '{% if params.is_restored %}De database is op {{ params.held_since }} of kort daarvoor hersteld. Om te voorkomen dat iets twee keer wordt betaald of verstuurd, zijn uitbetalingen, labels, genummerde documenten en e-mails die al in de wachtrij stonden gepauzeerd. Vergelijk eerst met de aanbieders en hervat daarna.{% else %}{{ params.held_by }} heeft op {{ params.held_since }} uitbetalingen, labels, genummerde documenten en e-mails die al in de wachtrij stonden gepauzeerd. Ze blijven gepauzeerd tot iemand ze hervat.{% endif %}',
      ) +
      button('Bekijk wat is gepauzeerd'),
  },
  'vendor-discount': {
    subject: '🏷️ Een korting die je draagt: {{ params.discount_name }}',
    body:
      heading('{{ params.discount_name }}: {{ params.value }} korting') +
      paragraph(
        "Hij loopt vanaf {{ params.from }}{% if params.until != '' %} tot en met {{ params.until }}{% endif %}, ook voor wat {{ params.vendor_name }} verkoopt. Je draagt {{ params.share }} van wat eraf gaat; het staat bij elke bestelling en in je afrekeningen.{% if params.can_refuse %} Je kunt hem weigeren: jouw artikelen horen er dan niet bij.{% endif %}",
      ) +
      button('Korting bekijken'),
  },
  'marketplace-discount-refused': {
    subject: '🏷️ {{ params.vendor_name }} weigerde de korting {{ params.discount_name }}',
    body:
      heading('{{ params.vendor_name }} weigerde een korting') +
      paragraph(
        'De artikelen van {{ params.vendor_name }} horen niet meer bij {{ params.discount_name }}.{% if params.is_over %} Niemand anders hoorde erbij: de korting is beëindigd.{% endif %}',
      ) +
      button('Korting bekijken'),
  },
  'product-approved': {
    subject:
      '✅ {% if params.is_change %}Je wijziging van {{ params.product_title }} staat live{% else %}{{ params.product_title }} staat live{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Je wijziging van {{ params.product_title }} staat live{% else %}{{ params.product_title }} staat live{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}We hebben je wijziging doorgevoerd. Kopers zien die vanaf nu bij {{ store.name }}.{% else %}We hebben het goedgekeurd. Kopers vinden het vanaf nu bij {{ store.name }}.{% endif %}',
      ) +
      formatNote('Een bericht van ons') +
      button('{{ params.product_title }} openen'),
  },
  'product-unapproved': {
    subject:
      '✏️ {% if params.is_change %}Je wijziging van {{ params.product_title }} is afgewezen{% else %}{{ params.product_title }} moet worden aangepast{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Je wijziging van {{ params.product_title }} is afgewezen{% else %}{{ params.product_title }} moet worden aangepast{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}We hebben je wijziging bekeken en niet doorgevoerd. Kopers blijven de vorige versie van {{ params.product_title }} zien.{% else %}We hebben het bekeken en naar je teruggestuurd. Kopers zien het niet. Pas het aan en dien het opnieuw in.{% endif %}',
      ) +
      formatNote('Wat er moet veranderen') +
      button('{{ params.product_title }} aanpassen'),
  },
  'marketplace-on-product-submitted': {
    subject: '📦 {{ params.vendor_name }} heeft {{ params.product_title }} ingediend',
    body:
      heading('{{ params.product_title }}') +
      paragraph(
        '{% if params.is_change %}{{ params.vendor_name }} heeft het aangepast en de wijziging wacht op je goedkeuring.{% else %}{{ params.vendor_name }} heeft het ingediend en het wacht op je goedkeuring.{% endif %}',
      ) +
      button('Bekijken'),
  },
  'marketplace-vendor-request': {
    subject: '📝 Aanmelding als {{ words.vendor }}: {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} wil verkopen bij {{ store.name }}') +
      paragraph('{{ params.email }}') +
      answers() +
      button('Aanmelding openen'),
  },
  'marketplace-new-vendor': {
    subject: '🎉 Nieuwe {{ words.vendor }}: {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} verkoopt nu bij {{ store.name }}') +
      paragraph(
        '{{ params.created_by }} heeft het account aangemaakt. {{ params.email }} is uitgenodigd om een wachtwoord in te stellen.',
      ) +
      button('{{ params.vendor_name }} openen'),
  },
  'vendor-pending-approval': {
    subject: '📬 We hebben je aanmelding, {{ params.vendor_name }}',
    body:
      heading('Bedankt voor je aanmelding') +
      paragraph(
        'We bekijken die en laten snel iets horen. Tot die tijd hoef je niets te doen: als {{ params.vendor_name }} is goedgekeurd, krijg je een e-mail met een link om je wachtwoord in te stellen.',
      ),
  },
  'vendor-rejection': {
    subject: '💬 Over je aanmelding bij {{ store.name }}',
    body:
      heading('We kunnen {{ params.vendor_name }} op dit moment niet opnemen') +
      paragraph(
        'Bedankt dat je bij {{ store.name }} wilde verkopen en voor de tijd die je aan je aanmelding hebt besteed.',
      ) +
      formatNote('Reden'),
  },
  'marketplace-contact-message': {
    subject:
      '💬 {% if params.sender %}{{ params.sender }}{% else %}Een bezoeker{% endif %} schreef aan {{ store.name }}',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}Een bezoeker{% endif %} heeft je geschreven') +
      '{% if params.vendor_name %}' +
      paragraph('Voor {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('Het bericht') +
      answers() +
      button('Bericht openen') +
      '{% if params.email %}' +
      small('Beantwoord deze e-mail en je antwoord gaat naar {{ params.email }}.') +
      '{% endif %}',
  },
  'vendor-contact-message': {
    subject:
      '💬 {% if params.sender %}{{ params.sender }}{% else %}Een bezoeker{% endif %} schreef aan {{ params.vendor_name }}',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}Een bezoeker{% endif %} heeft je geschreven') +
      '{% if params.vendor_name %}' +
      paragraph('Voor {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('Het bericht') +
      answers() +
      button('Bericht openen') +
      '{% if params.email %}' +
      small('Beantwoord deze e-mail en je antwoord gaat naar {{ params.email }}.') +
      '{% endif %}',
  },
  'offer-requested': {
    subject:
      '💬 {% if params.is_answer %}Een nieuwe prijs voor {{ params.product_title }}{% else %}Een bod op {{ params.product_title }}{% endif %}: {{ params.price }}',
    body:
      heading(
        '{% if params.is_answer %}Er is een antwoord op je tegenvoorstel{% else %}Je hebt een bod gekregen{% endif %}',
      ) +
      paragraph(
        'Voor {{ params.vendor_name }}. Je kunt het binnen {{ params.days }} dagen accepteren, afwijzen of een andere prijs voorstellen; daarna verloopt het.',
      ) +
      offerRows({ price: 'Geboden per stuk', listed: 'Verkoopprijs', total: 'Totaal' }) +
      button('Bod beantwoorden'),
  },
  'order-ready-for-pickup': {
    subject: '📦 Bestelling {{ params.order_number }} ligt klaar om af te halen',
    body:
      heading('Je bestelling ligt klaar om af te halen') +
      paragraph(
        '{{ params.vendor_name }} heeft je artikelen van bestelling {{ params.order_number }} klaarliggen. Neem het bestelnummer mee.',
      ) +
      pickupRows({ where: 'Waar', when: 'Wanneer' }),
  },
  'offer-received': {
    subject:
      '{% if params.is_accepted %}🎉 Je bod op {{ params.product_title }} is geaccepteerd{% else %}💬 {{ params.vendor_name }} stelt een andere prijs voor: {{ params.price }}{% endif %}',
    body:
      heading(
        '{% if params.is_accepted %}Je bod is geaccepteerd{% else %}{{ params.vendor_name }} stelt een andere prijs voor{% endif %}',
      ) +
      paragraph(
        '{% if params.is_accepted %}De prijs is afgesproken. Betaal binnen {{ params.days }} dagen; verzending en belasting komen er bij het afrekenen bij. Tot je betaald hebt, wordt er niets voor je gereserveerd.{% else %}Je kunt deze prijs binnen {{ params.days }} dagen accepteren, afwijzen of zelf een prijs voorstellen.{% endif %}',
      ) +
      offerRows({ price: 'Prijs per stuk', listed: 'Verkoopprijs', total: 'Totaal' }) +
      button('{% if params.is_accepted %}Nu betalen{% else %}Antwoorden{% endif %}'),
  },
  'offer-rejected': {
    subject:
      '{% if params.is_expired %}⌛ Je bod op {{ params.product_title }} is verlopen{% else %}📨 Je bod op {{ params.product_title }} is niet geaccepteerd{% endif %}',
    body:
      heading('{% if params.is_expired %}Je bod is verlopen{% else %}Je bod is niet geaccepteerd{% endif %}') +
      paragraph(
        '{% if params.is_expired %}De tijd is om. Je kunt altijd een nieuw bod doen.{% else %}{{ params.vendor_name }} verkoopt {{ params.product_title }} niet voor deze prijs. Je kunt het nog steeds voor de verkoopprijs kopen of een nieuw bod doen.{% endif %}',
      ) +
      offerRows({ price: 'Prijs per stuk', listed: 'Verkoopprijs', total: 'Totaal' }) +
      button('Naar {{ store.name }}'),
  },
  'vendor-new-message': {
    subject: '💬 Nieuw bericht{% if params.about %} over {{ params.about }}{% endif %}',
    body:
      heading('Je hebt een nieuw bericht') +
      messageRows({ buyer: 'Koper', marketplace: 'geschreven door {{ store.name }}', picture: 'Afbeelding' }) +
      button('Gesprek openen') +
      small('Antwoord in je portaal: je e-mailadres blijft verborgen. Contactgegevens in berichten worden verborgen.'),
  },
  'buyer-new-message': {
    subject: '💬 {{ params.vendor_name }}{% if params.about %} over {{ params.about }}{% endif %}: nieuw bericht',
    body:
      heading('Je gesprek met {{ params.vendor_name }}') +
      messageRows({ buyer: 'Koper', marketplace: 'geschreven door {{ store.name }}', picture: 'Afbeelding' }) +
      button('Gesprek openen') +
      small('De knop opent je gesprek, 30 dagen lang. Antwoorden op deze e-mail komen er niet in.'),
  },
  'marketplace-new-message': {
    subject: '💬 {{ params.vendor_name }} schreef aan {{ store.name }}',
    body:
      heading('{{ params.vendor_name }} schreef je') +
      messageRows({ buyer: 'Koper', marketplace: 'geschreven door {{ store.name }}', picture: 'Afbeelding' }) +
      button('Gesprek openen'),
  },
  'marketplace-duty-digest': {
    subject: '📋 Vandaag te doen',
    body:
      heading('Te doen') +
      paragraph(
        '{% if params.applications > 0 %}Aanmeldingen om te beoordelen: {{ params.applications }}<br>{% endif %}' +
          '{% if params.products > 0 %}{{ words.product }}: wacht op goedkeuring: {{ params.products }}<br>{% endif %}' +
          '{% if params.orders > 0 %}Bestellingen na de eerste herinnering: {{ params.orders }}<br>{% endif %}' +
          '{% if params.payouts > 0 %}Uitbetalingen die openstaan: {{ params.payouts }}<br>{% endif %}' +
          '{% if params.messages > 0 %}Onbeantwoorde berichten: {{ params.messages }}<br>{% endif %}' +
          '{% if params.integrations > 0 %}Mislukte koppelingen ({{ words.vendor }}): {{ params.integrations }}<br>{% endif %}' +
          '{% if params.failures > 0 %}Mislukte webhooks en diensten: {{ params.failures }}<br>{% endif %}',
      ) +
      button('Open de {{ words.marketplace }}'),
  },
  'marketplace-automated-payments': {
    subject:
      '💸 Automatische uitbetalingen: {% if params.payouts > 0 %}{{ params.amounts }}{% else %}geen uitbetalingen{% endif %}',
    body:
      heading('Automatische uitbetalingen') +
      paragraph(
        '{% if params.payouts > 0 %}Gestarte uitbetalingen: {{ params.payouts }}, samen {{ params.amounts }}. Ze zijn onderweg.{% else %}Er is niets uitbetaald.{% endif %}',
      ) +
      paragraph(
        '{% if params.refused > 0 %}Niet uitbetaald ({{ words.vendor }}): {{ params.refused }}. {% endif %}{% if params.skipped > 0 %}Overgeslagen bestellingen: {{ params.skipped }}.{% endif %}',
      ) +
      button('Bekijk de uitbetalingen'),
  },
  'marketplace-integration-set': {
    subject:
      '🔌 {% if params.service %}{{ params.service }} is verbonden voor e-mails{% else %}E-mails worden weer door ons verstuurd{% endif %}',
    body:
      heading(
        '{% if params.service %}{{ params.service }} is verbonden{% else %}Er is geen e-maildienst verbonden{% endif %}',
      ) +
      paragraph(
        '{% if params.sends_events %}{{ params.service }} krijgt gebeurtenissen in plaats van onze e-mails over bestellingen, producten en uitbetalingen, en maakt daar eigen e-mails van. Maak daar voor elke gebeurtenis een flow, anders krijgt niemand een e-mail.{% elsif params.service %}E-mails over bestellingen, producten en uitbetalingen ({{ words.vendor }}) gaan via {{ params.service }}.{% else %}Alle e-mails worden weer door onze eigen mailserver verstuurd.{% endif %} E-mails aan jou en e-mails om in te loggen komen altijd van ons.',
      ) +
      small('Gewijzigd door {{ params.changed_by }} op {{ params.changed_on }}.') +
      button('Open meldingen'),
  },
  'marketplace-payout-failed': {
    subject:
      "⚠️ {% if params.is_part %}{{ params.amount }} van een uitbetaling aan {{ params.vendor_name }} is teruggeboekt{% else %}De uitbetaling van {{ params.amount }} aan {{ params.vendor_name }} {% if params.state == 'unclaimed' %}moet nog worden geaccepteerd{% elsif params.state == 'reversed' %}is teruggeboekt{% else %}is mislukt{% endif %}{% endif %}",
    body:
      heading('Een uitbetaling vraagt aandacht') +
      paragraph(
        "{% if params.is_part %}{{ params.amount }} van een uitbetaling die via {{ params.way }} naar {{ params.vendor_name }} ging, is teruggeboekt. De rest blijft betaald; het teruggeboekte bedrag is weer verschuldigd.{% elsif params.state == 'unclaimed' %}{{ params.way }} heeft de {{ params.amount }}, en {{ params.vendor_name }} heeft het bedrag nog niet geaccepteerd. Na 30 dagen wordt het automatisch teruggeboekt en is het weer verschuldigd.{% elsif params.state == 'reversed' %}De {{ params.amount }} die via {{ params.way }} naar {{ params.vendor_name }} gingen, zijn teruggeboekt. De bestellingen zijn weer verschuldigd.{% else %}{{ params.way }} heeft {{ params.amount }} niet aan {{ params.vendor_name }} betaald. De bestellingen zijn weer verschuldigd.{% if params.is_stopped %} {{ params.way }} heeft een uitbetaling aan {{ params.vendor_name }} die hier ontbreekt, misschien voor dezelfde bestellingen. Uitbetalingen hieraan wachten tot iemand er in de afstemming over beslist.{% endif %}{% endif %}",
      ) +
      button('Bekijk waarom'),
  },
  'vendor-payout-unclaimed': {
    subject:
      '💸 {% if params.is_returned %}Je uitbetaling van {{ params.amount }} is teruggeboekt{% else %}Accepteer je uitbetaling van {{ params.amount }}{% endif %}',
    body:
      heading(
        '{% if params.is_returned %}Je uitbetaling is teruggeboekt{% else %}Je uitbetaling moet nog worden geaccepteerd{% endif %}',
      ) +
      paragraph(
        '{% if params.is_returned %}De {{ params.amount }} die {{ store.name }} via {{ params.way }} naar {{ params.vendor_name }} stuurde, zijn teruggeboekt. Je hebt er weer recht op; controleer je betaalgegevens, zodat de volgende aankomt.{% else %}{{ store.name }} stuurde {{ params.amount }} via {{ params.way }} naar {{ params.vendor_name }}. Accepteer het bedrag daar binnen 30 dagen met het adres dat je hebt ingevuld, anders wordt het teruggeboekt.{% endif %}',
      ) +
      button('Bekijken'),
  },
  'vendor-payout-details-changed': {
    subject: '🏦 Betaalgegevens van {{ params.vendor_name }} gewijzigd',
    body:
      heading('Betaalgegevens zijn gewijzigd') +
      paragraph(
        "Op {{ params.changed_on }} heeft een eigenaar van het account {{ params.vendor_name }} gewijzigd hoe {{ store.name }} betaalt. {% if params.is_bank_account %}De bankrekening voor handmatige uitbetalingen is ingevuld, gewijzigd of verwijderd.{% elsif params.way == '' %}Er is nu geen uitbetaalmethode.{% else %}De uitbetaalmethode is nu {{ params.way }}.{% endif %}",
      ) +
      button('Bekijken') +
      small('Was het niemand van jullie? Wijzig dan meteen je wachtwoord en laat het {{ store.name }} weten.'),
  },
  'subscriber-confirm': {
    subject: '📮 Wil je nieuws van {{ store.name }}?',
    body:
      heading('Nog één stap') +
      paragraph('Iemand vroeg of {{ store.name }} je op dit adres mag schrijven. Was jij dat? Bevestig het dan.') +
      button('Inschrijving bevestigen') +
      small(
        'De link werkt {{ params.days }} dagen. Was jij het niet? Doe dan niets: je hoort niets meer, tenzij het opnieuw wordt gevraagd.',
      ) +
      leave('Schrijf me niet'),
  },
  'subscriber-welcome': {
    subject: '🎉 Vanaf nu krijg je nieuws van {{ store.name }}',
    body:
      heading('Bedankt') +
      paragraph('Je adres is bevestigd. Vanaf nu krijg je nieuws van {{ store.name }}.') +
      button('Naar {{ store.name }}') +
      leave('Afmelden'),
  },
  'marketplace-data-request': {
    subject: '📁 Een koper heeft zijn gegevens opgevraagd',
    body:
      heading('Een koper heeft zijn gegevens opgevraagd') +
      paragraph(
        'Alles wat over deze persoon bekend is, staat in een export. Verstrek die vóór {{ params.due_on }} en markeer het verzoek daarna als verstrekt.',
      ) +
      button('Verzoek bekijken'),
  },
  'marketplace-uninstalled': {
    subject: '👋 De {{ words.marketplace }} is verwijderd uit {{ store.name }}',
    body:
      heading('De {{ words.marketplace }} is gesloten') +
      paragraph(
        'Je hebt de app verwijderd. Niemand kan nog inloggen en er wordt niets meer uitbetaald. Je gegevens blijven 48 uur bewaard; installeer de app binnen die tijd opnieuw en alles is terug.',
      ) +
      '{% if params.owed.size > 0 %}' +
      paragraph('Dit was nog verschuldigd toen de app werd verwijderd. Bewaar deze e-mail: je rekent dit zelf af.') +
      owedRows('In totaal') +
      '{% else %}' +
      paragraph('Er was niets verschuldigd toen de app werd verwijderd.') +
      '{% endif %}' +
      '{% if params.is_cut %}' +
      small('Er staan meer bedragen open dan een e-mail kan tonen. Installeer de app opnieuw om ze allemaal te zien.') +
      '{% endif %}',
  },
  'auth-invite': {
    subject: '👋 Stel je wachtwoord in voor {{ store.name }}',
    body:
      heading('Welkom{% if params.name %}, {{ params.name }}{% endif %}') +
      paragraph(
        '{% if params.vendor_name %}{{ params.vendor_name }} heeft een account bij {{ store.name }} en je bent daarvoor uitgenodigd.{% else %}Je bent uitgenodigd om de {{ words.marketplace }} van {{ store.name }} te beheren.{% endif %} Stel een wachtwoord in en je bent ingelogd.',
      ) +
      button('Wachtwoord instellen') +
      small(
        'De link werkt één keer, {{ params.days }} dagen lang, voor {{ params.email }}. Had je hem niet verwacht? Dan kun je deze e-mail negeren.',
      ),
  },
  'auth-change-password': {
    subject: '🔑 {{ params.code }} is je code voor {{ store.name }}',
    body:
      heading('Je code') +
      paragraph('Vul hem in op de pagina waar je hem hebt aangevraagd, samen met je nieuwe wachtwoord.') +
      bigCode() +
      button('Pagina openen') +
      small(
        'De code werkt één keer, {{ params.hours }} uur lang. Had je er niet om gevraagd? Dan gebeurt er niets: je wachtwoord blijft zoals het is.',
      ),
  },
  'auth-verify': {
    subject: '✉️ {{ params.code }} bevestigt je adres voor {{ store.name }}',
    body:
      heading('Je nieuwe adres') +
      paragraph('Vul deze code in op de pagina van je account. Vanaf dan log je in met dit adres.') +
      bigCode() +
      button('Mijn account openen') +
      small(
        'De code werkt één keer, {{ params.hours }} uur lang. Had je er niet om gevraagd? Dan gebeurt er niets: geen account krijgt dit adres.',
      ),
  },
  'auth-second-factor-reset': {
    subject: '🔓 Je tweestapsverificatie voor {{ store.name }} is gereset',
    body:
      heading('Je tweestapsverificatie is gereset') +
      paragraph(
        '{{ params.by }} heeft die gereset, omdat je die niet meer kon gebruiken. Je bent op elk apparaat uitgelogd. Je wachtwoord blijft zoals het is.',
      ) +
      button('Inloggen en opnieuw instellen') +
      small('Had je hier niet om gevraagd? Wijzig dan meteen je wachtwoord en meld het aan {{ params.by }}.'),
  },
};
