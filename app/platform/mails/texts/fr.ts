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

export const fr: MailTexts = {
  words: { vendor: 'vendeur', product: 'produit', marketplace: 'place de marché' },
  footer: 'Vous recevez ce message parce que vous travaillez avec {{ store.name }}.',
  visitorFooter: 'Vous recevez ce message parce que vous avez écrit à {{ store.name }} ou y avez commandé.',
  leaveFooter: 'Ne plus recevoir ces e-mails',
  'order-placed': {
    subject:
      '🛍️ Nouvelle commande {{ params.order_number }}{% if params.is_paid == false %} (paiement en attente){% endif %}',
    body:
      heading('Commande {{ params.order_number }}') +
      paragraph(
        '{% if params.is_paid %}Passée le {{ params.placed_on }} et payée. Elle peut être expédiée.{% else %}Passée le {{ params.placed_on }}. Le paiement est encore en attente : merci de ne pas expédier avant sa réception.{% endif %}',
      ) +
      orderLines('Total de vos articles') +
      shipTo('Expédier à') +
      formatNote('Message de l’acheteur') +
      button('Ouvrir la commande'),
  },
  'order-paid': {
    subject: '✅ La commande {{ params.order_number }} est payée',
    body:
      heading('La commande {{ params.order_number }} est payée') +
      paragraph('Passée le {{ params.placed_on }}. Le paiement est reçu : vous pouvez l’expédier.') +
      orderLines('Total des articles restants') +
      shipTo('Expédier à') +
      button('Ouvrir la commande'),
  },
  'order-reminder-1': {
    subject: '⏰ La commande {{ params.order_number }} est à expédier',
    body:
      heading('La commande {{ params.order_number }} est à expédier') +
      paragraph('Elle a été passée le {{ params.placed_on }}. Ces articles restent à expédier :') +
      orderLines('Total des articles restants') +
      shipTo('Expédier à') +
      button('Ouvrir la commande'),
  },
  'order-reminder-2': {
    subject: '⏰ Deuxième rappel : commande {{ params.order_number }}',
    body:
      heading('La commande {{ params.order_number }} est toujours à expédier') +
      paragraph(
        'Elle a été passée le {{ params.placed_on }} et l’acheteur attend toujours. Ces articles restent à expédier :',
      ) +
      orderLines('Total des articles restants') +
      shipTo('Expédier à') +
      button('Ouvrir la commande'),
  },
  'order-reminder-3': {
    subject: '⏰ Dernier rappel : commande {{ params.order_number }}',
    body:
      heading('L’acheteur de la commande {{ params.order_number }} attend') +
      paragraph(
        'Elle a été passée le {{ params.placed_on }}. C’est notre dernier rappel : merci d’expédier les articles restants, ou d’indiquer à la place de marché ce qui vous en empêche.',
      ) +
      orderLines('Total des articles restants') +
      shipTo('Expédier à') +
      button('Ouvrir la commande'),
  },
  'order-changed': {
    subject: '✏️ La commande {{ params.order_number }} a été modifiée',
    body:
      heading('La commande {{ params.order_number }} a été modifiée') +
      paragraph(
        'Passée le {{ params.placed_on }}. {% if params.lines.size > 0 %}Voici ce qui reste à expédier :{% else %}Il n’y a plus rien à expédier.{% endif %}',
      ) +
      '{% if params.lines.size > 0 %}' +
      orderLines('Total des articles restants') +
      '{% endif %}' +
      button('Ouvrir la commande'),
  },
  'order-cancelled': {
    subject: '🚫 La commande {{ params.order_number }} a été annulée',
    body:
      heading('La commande {{ params.order_number }} a été annulée') +
      paragraph(
        'Passée le {{ params.placed_on }}. Il n’y a plus rien à expédier : merci de garder ce qui n’est pas encore parti.',
      ) +
      orderLines('Total de vos articles') +
      button('Ouvrir la commande'),
  },
  'order-delivery-problem': {
    subject:
      '📦 {% if params.is_returned %}La commande {{ params.order_number }} vous est retournée{% else %}La commande {{ params.order_number }} n’a pas pu être livrée{% endif %}',
    body:
      heading(
        '{% if params.is_returned %}Un envoi vous est retourné{% else %}Un envoi n’a pas pu être livré{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }} {% if params.is_returned %}vous retourne l’envoi de la commande {{ params.order_number }}{% else %}signale un problème avec l’envoi de la commande {{ params.order_number }}{% endif %}{% if params.tracking_number != '' %} (numéro de suivi {{ params.tracking_number }}){% endif %}. Contactez la personne qui a commandé ou {{ params.carrier }} pour décider de la suite.",
      ) +
      button('Ouvrir la commande'),
  },
  'vendor-label-problem': {
    subject:
      '📦 {% if params.is_refused %}Une étiquette de la commande {{ params.order_number }} n’est pas remboursée{% else %}La commande {{ params.order_number }} a été annulée et a une étiquette inutilisée{% endif %}',
    body:
      heading(
        '{% if params.is_refused %}Une étiquette n’est pas remboursée{% else %}Une étiquette payée n’est pas utilisée{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }} : {% if params.is_refused %}le transporteur a refusé de rembourser l’étiquette de la commande {{ params.order_number }} de {{ params.vendor_name }}. Elle reste payée. Utilisez-la, ou adressez-vous au transporteur.{% else %}la commande {{ params.order_number }} a été annulée, et son étiquette de {{ params.vendor_name }} est payée et inutilisée. Annulez-la sur la page de la commande pour récupérer son montant.{% endif %}",
      ) +
      button('Ouvrir la commande'),
  },
  'marketplace-label-problem': {
    subject:
      '📦 {% if params.is_refused %}Une étiquette de la commande {{ params.order_number }} n’est pas remboursée{% else %}La commande {{ params.order_number }} a été annulée et a une étiquette inutilisée{% endif %}',
    body:
      heading(
        '{% if params.is_refused %}Une étiquette n’est pas remboursée{% else %}Une étiquette payée n’est pas utilisée{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }} : {% if params.is_refused %}le transporteur a refusé de rembourser l’étiquette de la commande {{ params.order_number }} de {{ params.vendor_name }}. Elle reste payée. Utilisez-la, ou adressez-vous au transporteur.{% else %}la commande {{ params.order_number }} a été annulée, et son étiquette de {{ params.vendor_name }} est payée et inutilisée. Annulez-la sur la page de la commande pour récupérer son montant.{% endif %}",
      ) +
      button('Ouvrir la commande'),
  },
  'vendor-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}L’adhésion de {{ params.vendor_name }} prend fin le {{ params.ends_on }}{% elsif params.state == 'unpaid' %}L’adhésion de {{ params.vendor_name }} n’est pas payée{% else %}L’adhésion de {{ params.vendor_name }} a pris fin{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}L’adhésion prend fin le {{ params.ends_on }}{% elsif params.state == 'unpaid' %}Le dernier paiement a échoué{% else %}L’adhésion a pris fin{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} de {{ params.vendor_name }} a été résilié, court jusqu’au {{ params.ends_on }} et n’est pas renouvelé.{% if params.takes_products_off %} Ensuite, ce qui est en ligne ({{ words.product }}) n’est plus en vente jusqu’à ce qu’une adhésion soit de nouveau active.{% endif %}{% elsif params.state == 'unpaid' %}{{ params.plan_name }} de {{ params.vendor_name }} n’a pas pu être prélevé. Vérifiez le moyen de paiement pour que l’adhésion continue.{% else %}{{ params.plan_name }} de {{ params.vendor_name }} a pris fin. {% if params.takes_products_off %}Ce qui était en ligne ({{ words.product }}) est maintenant en brouillon et n’est plus en vente jusqu’à ce que l’adhésion soit de nouveau active ; la remise en ligne est alors automatique.{% else %}Les annonces restent et ne peuvent pas être modifiées sans adhésion.{% endif %}{% endif %}",
      ) +
      button('Voir'),
  },
  'marketplace-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}L’adhésion de {{ params.vendor_name }} prend fin le {{ params.ends_on }}{% elsif params.state == 'unpaid' %}L’adhésion de {{ params.vendor_name }} n’est pas payée{% else %}L’adhésion de {{ params.vendor_name }} a pris fin{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}L’adhésion prend fin le {{ params.ends_on }}{% elsif params.state == 'unpaid' %}Le dernier paiement a échoué{% else %}L’adhésion a pris fin{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} de {{ params.vendor_name }} a été résilié, court jusqu’au {{ params.ends_on }} et n’est pas renouvelé.{% if params.takes_products_off %} Ensuite, ce qui est en ligne ({{ words.product }}) n’est plus en vente jusqu’à ce qu’une adhésion soit de nouveau active.{% endif %}{% elsif params.state == 'unpaid' %}{{ params.plan_name }} de {{ params.vendor_name }} n’a pas pu être prélevé. Vérifiez le moyen de paiement pour que l’adhésion continue.{% else %}{{ params.plan_name }} de {{ params.vendor_name }} a pris fin. {% if params.takes_products_off %}Ce qui était en ligne ({{ words.product }}) est maintenant en brouillon et n’est plus en vente jusqu’à ce que l’adhésion soit de nouveau active ; la remise en ligne est alors automatique.{% else %}Les annonces restent et ne peuvent pas être modifiées sans adhésion.{% endif %}{% endif %}",
      ) +
      button('Voir'),
  },
  'vendor-integration-lost': {
    subject:
      '🔌 {% if params.is_sheet %}Votre feuille de calcul n’est plus synchronisée{% else %}Votre boutique n’est plus synchronisée{% endif %}',
    body:
      heading(
        '{% if params.is_sheet %}Votre feuille de calcul n’est plus synchronisée{% else %}Votre boutique n’est plus synchronisée{% endif %}',
      ) +
      paragraph(
        "{% if params.reason == 'maker' %}La personne qui a connecté {{ params.name }} a quitté l’équipe de {{ params.vendor_name }} : plus rien n’est synchronisé. Reconnectez cette source pour continuer.{% elsif params.reason == 'rights' %}La personne qui a connecté {{ params.name }} n’a plus les autorisations nécessaires : plus rien de {{ params.vendor_name }} n’est synchronisé. Rendez-lui ces autorisations, ou faites reconnecter cette source par quelqu’un qui les a.{% else %}L’accès à {{ params.name }} a été perdu : plus rien de {{ params.vendor_name }} n’est synchronisé. Reconnectez cette source pour continuer.{% endif %}",
      ) +
      button('Ouvrir la connexion'),
  },
  'marketplace-plan-limit': {
    subject:
      "📈 {% if params.is_reached %}Une limite de votre forfait est atteinte : {{ params.used }} sur {{ params.included }} {% if params.limit == 'vendors' %}vendeurs{% elsif params.limit == 'products' %}produits{% else %}commandes en 30 jours{% endif %}{% else %}Votre forfait est presque épuisé : {{ params.used }} sur {{ params.included }} {% if params.limit == 'vendors' %}vendeurs{% elsif params.limit == 'products' %}produits{% else %}commandes en 30 jours{% endif %}{% endif %}",
    body:
      heading(
        "{% if params.is_reached %}Une limite de votre forfait est atteinte : {{ params.used }} sur {{ params.included }} {% if params.limit == 'vendors' %}vendeurs{% elsif params.limit == 'products' %}produits{% else %}commandes en 30 jours{% endif %}{% else %}Votre forfait est presque épuisé : {{ params.used }} sur {{ params.included }} {% if params.limit == 'vendors' %}vendeurs{% elsif params.limit == 'products' %}produits{% else %}commandes en 30 jours{% endif %}{% endif %}",
      ) +
      paragraph(
        "{% if params.is_reached %}Désormais : {% else %}À 100 %, jusqu’à ce que vous changiez de forfait : {% endif %}{% if params.limit == 'vendors' %}aucun nouveau vendeur ne peut être ajouté ; les candidatures continuent d’arriver.{% elsif params.limit == 'products' %}aucun nouveau produit ne peut être créé ; ceux qui existent restent modifiables.{% else %}aucune importation d’anciennes commandes ne peut commencer ; les nouvelles commandes arrivent et sont versées comme avant.{% endif %} Rien de ce qui existe n’est retiré.",
      ) +
      button('Changer de forfait'),
  },
  'marketplace-store-held': {
    subject: '⏸️ Les versements, étiquettes et e-mails sont suspendus',
    body:
      heading('Les versements, étiquettes et e-mails sont suspendus') +
      paragraph(
        '{% if params.is_restored %}La base de données a été restaurée le {{ params.held_since }} ou peu avant. Pour que rien ne soit payé ni envoyé deux fois, les versements, les étiquettes, les documents numérotés et les e-mails déjà en file sont suspendus. Comparez d’abord avec les prestataires, puis reprenez les envois.{% else %}{{ params.held_by }} a suspendu le {{ params.held_since }} les versements, les étiquettes, les documents numérotés et les e-mails déjà en file. Ils restent suspendus jusqu’à ce que quelqu’un les reprenne.{% endif %}',
      ) +
      button('Voir ce qui est suspendu'),
  },
  'vendor-discount': {
    subject: '🏷️ Une réduction à votre charge : {{ params.discount_name }}',
    body:
      heading('{{ params.discount_name }} : {{ params.value }} de réduction') +
      paragraph(
        "Elle court à partir du {{ params.from }}{% if params.until != '' %} jusqu’au {{ params.until }}{% endif %}, aussi pour ce que vend {{ params.vendor_name }}. Vous en supportez {{ params.share }} ; cela figure dans chaque commande et dans vos relevés.{% if params.can_refuse %} Vous pouvez la refuser : vos articles n’en font alors plus partie.{% endif %}",
      ) +
      button('Voir la réduction'),
  },
  'marketplace-discount-refused': {
    subject: '🏷️ {{ params.vendor_name }} a refusé la réduction {{ params.discount_name }}',
    body:
      heading('{{ params.vendor_name }} a refusé une réduction') +
      paragraph(
        'Les articles de {{ params.vendor_name }} ne font plus partie de {{ params.discount_name }}.{% if params.is_over %} Personne d’autre n’en faisait partie : la réduction a pris fin.{% endif %}',
      ) +
      button('Voir la réduction'),
  },
  'product-approved': {
    subject:
      '✅ {% if params.is_change %}Votre modification de {{ params.product_title }} est en ligne{% else %}{{ params.product_title }} est en ligne{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Votre modification de {{ params.product_title }} est en ligne{% else %}{{ params.product_title }} est en ligne{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}Nous avons appliqué votre modification. Les acheteurs la voient désormais chez {{ store.name }}.{% else %}Nous l’avons approuvé. Les acheteurs le trouvent désormais chez {{ store.name }}.{% endif %}',
      ) +
      formatNote('Notre message') +
      button('Ouvrir {{ params.product_title }}'),
  },
  'product-unapproved': {
    subject:
      '✏️ {% if params.is_change %}Votre modification de {{ params.product_title }} a été refusée{% else %}{{ params.product_title }} demande une modification{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Votre modification de {{ params.product_title }} a été refusée{% else %}{{ params.product_title }} demande une modification{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}Nous avons examiné votre modification et ne l’avons pas appliquée. Les acheteurs voient toujours {{ params.product_title }} tel qu’il était.{% else %}Nous l’avons examiné et vous l’avons renvoyé. Il n’est pas visible des acheteurs. Modifiez-le et envoyez-le de nouveau.{% endif %}',
      ) +
      formatNote('Ce qu’il faut changer') +
      button('Modifier {{ params.product_title }}'),
  },
  'marketplace-on-product-submitted': {
    subject: '📦 {{ params.vendor_name }} a envoyé {{ params.product_title }} pour approbation',
    body:
      heading('{{ params.product_title }}') +
      paragraph(
        '{% if params.is_change %}{{ params.vendor_name }} l’a modifié, et la modification attend votre approbation.{% else %}{{ params.vendor_name }} l’a envoyé, et il attend votre approbation.{% endif %}',
      ) +
      button('L’examiner'),
  },
  'marketplace-vendor-request': {
    subject: '📝 Candidature ({{ words.vendor }}) : {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} souhaite vendre chez {{ store.name }}') +
      paragraph('{{ params.email }}') +
      answers() +
      button('Ouvrir la candidature'),
  },
  'marketplace-new-vendor': {
    subject: '🎉 Nouveau compte ({{ words.vendor }}) : {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} vend désormais chez {{ store.name }}') +
      paragraph(
        '{{ params.created_by }} a créé le compte. {{ params.email }} a été invité à définir un mot de passe.',
      ) +
      button('Ouvrir {{ params.vendor_name }}'),
  },
  'vendor-pending-approval': {
    subject: '📬 Nous avons reçu votre candidature, {{ params.vendor_name }}',
    body:
      heading('Merci pour votre candidature') +
      paragraph(
        'Nous l’examinons et revenons vers vous rapidement. D’ici là, vous n’avez rien à faire : dès que {{ params.vendor_name }} est accepté, vous recevez un message avec un lien pour définir votre mot de passe.',
      ),
  },
  'vendor-rejection': {
    subject: '💬 À propos de votre candidature chez {{ store.name }}',
    body:
      heading('Nous ne pouvons pas accueillir {{ params.vendor_name }} pour le moment') +
      paragraph(
        'Merci de votre intérêt pour la vente chez {{ store.name }} et du temps consacré à votre candidature.',
      ) +
      formatNote('Motif'),
  },
  'marketplace-contact-message': {
    subject: '💬 {% if params.sender %}{{ params.sender }}{% else %}Un visiteur{% endif %} a écrit à {{ store.name }}',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}Un visiteur{% endif %} vous a écrit') +
      '{% if params.vendor_name %}' +
      paragraph('Pour {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('Le message') +
      answers() +
      button('Ouvrir le message') +
      '{% if params.email %}' +
      small('Si vous répondez à cet e-mail, votre réponse ira à {{ params.email }}.') +
      '{% endif %}',
  },
  'vendor-contact-message': {
    subject:
      '💬 {% if params.sender %}{{ params.sender }}{% else %}Un visiteur{% endif %} a écrit à {{ params.vendor_name }}',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}Un visiteur{% endif %} vous a écrit') +
      '{% if params.vendor_name %}' +
      paragraph('Pour {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('Le message') +
      answers() +
      button('Ouvrir le message') +
      '{% if params.email %}' +
      small('Si vous répondez à cet e-mail, votre réponse ira à {{ params.email }}.') +
      '{% endif %}',
  },
  'offer-requested': {
    subject:
      '💬 {% if params.is_answer %}Un nouveau prix pour {{ params.product_title }}{% else %}Une offre pour {{ params.product_title }}{% endif %} : {{ params.price }}',
    body:
      heading(
        '{% if params.is_answer %}Votre contre-offre a reçu une réponse{% else %}Vous avez reçu une offre{% endif %}',
      ) +
      paragraph(
        'Pour {{ params.vendor_name }}. Vous pouvez l’accepter, la refuser ou proposer un autre prix dans les {{ params.days }} jours ; ensuite, elle expire.',
      ) +
      offerRows({ price: 'Prix proposé pour une unité', listed: 'Prix affiché', total: 'Total' }) +
      button('Répondre à l’offre'),
  },
  'order-ready-for-pickup': {
    subject: '📦 La commande {{ params.order_number }} est prête à être retirée',
    body:
      heading('Votre commande est prête à être retirée') +
      paragraph(
        '{{ params.vendor_name }} tient à votre disposition les articles de la commande {{ params.order_number }}. Apportez le numéro de commande.',
      ) +
      pickupRows({ where: 'Où', when: 'Quand' }),
  },
  'offer-received': {
    subject:
      '{% if params.is_accepted %}🎉 Votre offre pour {{ params.product_title }} est acceptée{% else %}💬 {{ params.vendor_name }} propose un autre prix : {{ params.price }}{% endif %}',
    body:
      heading(
        '{% if params.is_accepted %}Votre offre est acceptée{% else %}{{ params.vendor_name }} propose un autre prix{% endif %}',
      ) +
      paragraph(
        '{% if params.is_accepted %}Le prix est convenu. Payez dans les {{ params.days }} jours ; la livraison et les taxes s’ajoutent au moment du paiement. Rien n’est réservé pour vous avant le paiement.{% else %}Vous pouvez accepter ce prix, le refuser ou proposer le vôtre dans les {{ params.days }} jours.{% endif %}',
      ) +
      offerRows({ price: 'Prix pour une unité', listed: 'Prix affiché', total: 'Total' }) +
      button('{% if params.is_accepted %}Payer maintenant{% else %}Répondre{% endif %}'),
  },
  'offer-rejected': {
    subject:
      '{% if params.is_expired %}⌛ Votre offre pour {{ params.product_title }} a expiré{% else %}📨 Votre offre pour {{ params.product_title }} n’a pas été acceptée{% endif %}',
    body:
      heading('{% if params.is_expired %}Votre offre a expiré{% else %}Votre offre n’a pas été acceptée{% endif %}') +
      paragraph(
        '{% if params.is_expired %}Le délai est dépassé. Vous pouvez faire une nouvelle offre à tout moment.{% else %}{{ params.vendor_name }} ne vend pas {{ params.product_title }} à ce prix. Vous pouvez toujours l’acheter au prix affiché ou faire une nouvelle offre.{% endif %}',
      ) +
      offerRows({ price: 'Prix pour une unité', listed: 'Prix affiché', total: 'Total' }) +
      button('Visiter {{ store.name }}'),
  },
  'vendor-new-message': {
    subject: '💬 Nouveau message{% if params.about %} au sujet de {{ params.about }}{% endif %}',
    body:
      heading('Vous avez un nouveau message') +
      messageRows({ buyer: 'Acheteur', marketplace: 'écrit par {{ store.name }}', picture: 'Image' }) +
      button('Ouvrir la conversation') +
      small(
        'Répondez dans votre portail : l’acheteur ne voit pas votre adresse e-mail. Les coordonnées dans les messages sont masquées.',
      ),
  },
  'buyer-new-message': {
    subject: '💬 {{ params.vendor_name }}{% if params.about %}, {{ params.about }}{% endif %} : nouveau message',
    body:
      heading('Votre conversation avec {{ params.vendor_name }}') +
      messageRows({ buyer: 'Acheteur', marketplace: 'écrit par {{ store.name }}', picture: 'Image' }) +
      button('Ouvrir la conversation') +
      small('Le bouton ouvre votre conversation pendant 30 jours. Les réponses à ce message n’y sont pas ajoutées.'),
  },
  'marketplace-new-message': {
    subject: '💬 {{ params.vendor_name }} a écrit à {{ store.name }}',
    body:
      heading('{{ params.vendor_name }} vous a écrit') +
      messageRows({ buyer: 'Acheteur', marketplace: 'écrit par {{ store.name }}', picture: 'Image' }) +
      button('Ouvrir la conversation'),
  },
  'marketplace-duty-digest': {
    subject: '📋 À faire aujourd’hui',
    body:
      heading('À faire') +
      paragraph(
        '{% if params.applications > 0 %}Candidatures à examiner : {{ params.applications }}<br>{% endif %}' +
          '{% if params.products > 0 %}{{ words.product }} : en attente d’approbation : {{ params.products }}<br>{% endif %}' +
          '{% if params.orders > 0 %}Commandes après le premier rappel : {{ params.orders }}<br>{% endif %}' +
          '{% if params.payouts > 0 %}Versements dus : {{ params.payouts }}<br>{% endif %}' +
          '{% if params.messages > 0 %}Messages sans réponse : {{ params.messages }}<br>{% endif %}' +
          '{% if params.integrations > 0 %}Connexions en échec ({{ words.vendor }}) : {{ params.integrations }}<br>{% endif %}' +
          '{% if params.failures > 0 %}Webhooks et services en échec : {{ params.failures }}<br>{% endif %}',
      ) +
      button('Ouvrir : {{ words.marketplace }}'),
  },
  'marketplace-automated-payments': {
    subject:
      '💸 Versements automatiques : {% if params.payouts > 0 %}{{ params.amounts }}{% else %}aucun versement{% endif %}',
    body:
      heading('Versements automatiques') +
      paragraph(
        '{% if params.payouts > 0 %}Versements lancés : {{ params.payouts }}, {{ params.amounts }} en tout. Ils sont en route.{% else %}Aucun versement effectué.{% endif %}',
      ) +
      paragraph(
        '{% if params.refused > 0 %}N’ont pas pu être payés ({{ words.vendor }}) : {{ params.refused }}. {% endif %}{% if params.skipped > 0 %}Commandes ignorées : {{ params.skipped }}.{% endif %}',
      ) +
      button('Voir les versements'),
  },
  'marketplace-integration-set': {
    subject:
      '🔌 {% if params.service %}{{ params.service }} est connecté pour les e-mails{% else %}Les e-mails sont de nouveau envoyés par nous{% endif %}',
    body:
      heading(
        '{% if params.service %}{{ params.service }} est connecté{% else %}Aucun service d’e-mail n’est connecté{% endif %}',
      ) +
      paragraph(
        '{% if params.sends_events %}{{ params.service }} reçoit des événements à la place de nos e-mails sur les commandes, les produits et les versements, et en fait ses propres e-mails. Créez-y un flow pour chaque événement, sinon personne ne reçoit d’e-mail.{% elsif params.service %}Les e-mails sur les commandes, les produits et les versements ({{ words.vendor }}) passent par {{ params.service }}.{% else %}Tous les e-mails sont de nouveau envoyés par notre propre serveur.{% endif %} Les e-mails qui vous sont adressés et ceux de connexion viennent toujours de nous.',
      ) +
      small('Modifié par {{ params.changed_by }} le {{ params.changed_on }}.') +
      button('Ouvrir les notifications'),
  },
  'marketplace-payout-failed': {
    subject:
      "⚠️ {% if params.is_part %}{{ params.amount }} d’un versement à {{ params.vendor_name }} ont été retournés{% else %}Le versement de {{ params.amount }} à {{ params.vendor_name }} {% if params.state == 'unclaimed' %}attend d’être accepté{% elsif params.state == 'reversed' %}a été retourné{% else %}a échoué{% endif %}{% endif %}",
    body:
      heading('Un versement demande votre attention') +
      paragraph(
        "{% if params.is_part %}{{ params.amount }} d’un versement envoyé à {{ params.vendor_name }} par {{ params.way }} ont été retournés. Le reste demeure versé ; le montant retourné est de nouveau dû.{% elsif params.state == 'unclaimed' %}{{ params.way }} détient les {{ params.amount }}, et {{ params.vendor_name }} ne les a pas encore acceptés. Après 30 jours, ils sont retournés automatiquement et de nouveau dus.{% elsif params.state == 'reversed' %}Les {{ params.amount }} envoyés à {{ params.vendor_name }} par {{ params.way }} ont été retournés. Ses commandes sont de nouveau dues.{% else %}{{ params.way }} n’a pas versé {{ params.amount }} à {{ params.vendor_name }}. Ses commandes sont de nouveau dues.{% if params.is_stopped %} {{ params.way }} a un versement à {{ params.vendor_name }} qui est absent ici, peut-être pour les mêmes commandes. Les versements à ce compte attendent que quelqu’un en décide dans le rapprochement.{% endif %}{% endif %}",
      ) +
      button('Voir pourquoi'),
  },
  'vendor-payout-unclaimed': {
    subject:
      '💸 {% if params.is_returned %}Votre versement de {{ params.amount }} a été retourné{% else %}Acceptez votre versement de {{ params.amount }}{% endif %}',
    body:
      heading(
        '{% if params.is_returned %}Votre versement a été retourné{% else %}Votre versement est à accepter{% endif %}',
      ) +
      paragraph(
        '{% if params.is_returned %}Les {{ params.amount }} que {{ store.name }} a envoyés à {{ params.vendor_name }} par {{ params.way }} ont été retournés. Ils vous sont de nouveau dus ; vérifiez vos coordonnées de paiement pour que le prochain arrive.{% else %}{{ store.name }} a envoyé {{ params.amount }} à {{ params.vendor_name }} par {{ params.way }}. Acceptez-les dans les 30 jours avec l’adresse que vous avez indiquée, sinon ils seront retournés.{% endif %}',
      ) +
      button('Voir'),
  },
  'vendor-payout-details-changed': {
    subject: '🏦 Le mode de paiement de {{ params.vendor_name }} a changé',
    body:
      heading('Les coordonnées de paiement ont changé') +
      paragraph(
        "Le {{ params.changed_on }}, un propriétaire du compte {{ params.vendor_name }} a changé la façon dont {{ store.name }} le paie. {% if params.is_bank_account %}Le compte bancaire pour les versements manuels a été indiqué, modifié ou supprimé.{% elsif params.way == '' %}Aucun mode de versement n’est défini.{% else %}Le mode de versement est désormais {{ params.way }}.{% endif %}",
      ) +
      button('Voir') +
      small(
        'Cette modification ne vient pas de vous ? Changez tout de suite votre mot de passe et prévenez {{ store.name }}.',
      ),
  },
  'subscriber-confirm': {
    subject: '📮 Souhaitez-vous recevoir les actualités de {{ store.name }} ?',
    body:
      heading('Encore une étape') +
      paragraph(
        'Quelqu’un a demandé que {{ store.name }} vous écrive à cette adresse. Était-ce vous ? Alors confirmez-le.',
      ) +
      button('Confirmer l’abonnement') +
      small(
        'Le lien est valable {{ params.days }} jours. Ce n’était pas vous ? Ne faites rien : vous ne recevrez plus rien, sauf nouvelle demande.',
      ) +
      leave('Ne m’écrivez pas'),
  },
  'subscriber-welcome': {
    subject: '🎉 Vous recevrez désormais les actualités de {{ store.name }}',
    body:
      heading('Merci') +
      paragraph('Votre adresse est confirmée. Vous recevrez désormais les actualités de {{ store.name }}.') +
      button('Visiter {{ store.name }}') +
      leave('Se désabonner'),
  },
  'marketplace-data-request': {
    subject: '📁 Un acheteur demande ses données',
    body:
      heading('Un acheteur demande ses données') +
      paragraph(
        'Toutes les données de cette personne sont réunies dans une exportation. Fournissez-la avant le {{ params.due_on }}, puis marquez la demande comme fournie.',
      ) +
      button('Voir la demande'),
  },
  'marketplace-uninstalled': {
    subject: '👋 La {{ words.marketplace }} a été retirée de {{ store.name }}',
    body:
      heading('La {{ words.marketplace }} est fermée') +
      paragraph(
        'Vous avez retiré l’application. Plus personne ne peut se connecter et plus rien n’est versé. Vos données sont conservées 48 heures ; réinstallez l’application dans ce délai et tout est de retour.',
      ) +
      '{% if params.owed.size > 0 %}' +
      paragraph(
        'Voici ce qui restait dû au moment du retrait. Conservez ce message : vous réglez ces montants vous-même.',
      ) +
      owedRows('En tout') +
      '{% else %}' +
      paragraph('Rien n’était dû à personne au moment du retrait.') +
      '{% endif %}' +
      '{% if params.is_cut %}' +
      small(
        'Plus de montants restent dus qu’un message ne peut en montrer. Réinstallez l’application pour tous les voir.',
      ) +
      '{% endif %}',
  },
  'auth-invite': {
    subject: '👋 Définissez votre mot de passe pour {{ store.name }}',
    body:
      heading('Bienvenue{% if params.name %}, {{ params.name }}{% endif %}') +
      paragraph(
        '{% if params.vendor_name %}{{ params.vendor_name }} a un compte chez {{ store.name }}, et vous y êtes invité.{% else %}Vous êtes invité à gérer la {{ words.marketplace }} de {{ store.name }}.{% endif %} Définissez un mot de passe et vous êtes connecté.',
      ) +
      button('Définir le mot de passe') +
      small(
        'Le lien fonctionne une fois, pendant {{ params.days }} jours, pour {{ params.email }}. Vous ne l’attendiez pas ? Vous pouvez l’ignorer.',
      ),
  },
  'auth-change-password': {
    subject: '🔑 {{ params.code }} est votre code pour {{ store.name }}',
    body:
      heading('Votre code') +
      paragraph('Saisissez-le sur la page où vous l’avez demandé, avec votre nouveau mot de passe.') +
      bigCode() +
      button('Ouvrir la page') +
      small(
        'Le code fonctionne une fois, pendant {{ params.hours }} heures. Vous ne l’avez pas demandé ? Rien ne se passe : votre mot de passe reste inchangé.',
      ),
  },
  'auth-verify': {
    subject: '✉️ {{ params.code }} confirme votre adresse pour {{ store.name }}',
    body:
      heading('Votre nouvelle adresse') +
      paragraph('Saisissez ce code sur la page de votre compte. Vous vous connecterez ensuite avec cette adresse.') +
      bigCode() +
      button('Ouvrir mon compte') +
      small(
        'Le code fonctionne une fois, pendant {{ params.hours }} heures. Vous ne l’avez pas demandé ? Rien ne se passe : aucun compte ne reçoit cette adresse.',
      ),
  },
  'auth-second-factor-reset': {
    subject: '🔓 Votre authentification à deux facteurs pour {{ store.name }} a été réinitialisée',
    body:
      heading('Votre authentification à deux facteurs a été réinitialisée') +
      paragraph(
        '{{ params.by }} l’a réinitialisée, car vous ne pouviez plus l’utiliser. Vous êtes déconnecté de tous vos appareils. Votre mot de passe reste inchangé.',
      ) +
      button('Me connecter et la configurer') +
      small('Vous ne l’avez pas demandé ? Changez aussitôt votre mot de passe et prévenez {{ params.by }}.'),
  },
};
