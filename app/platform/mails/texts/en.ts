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

export const en: MailTexts = {
  words: { vendor: 'vendor', product: 'product', marketplace: 'marketplace' },
  footer: 'You get this mail because you work with {{ store.name }}.',
  visitorFooter: 'You get this email because you wrote to {{ store.name }} or ordered there.',
  leaveFooter: 'Stop these emails',
  'order-placed': {
    subject: '🛍️ New order {{ params.order_number }}{% if params.is_paid == false %} (payment pending){% endif %}',
    body:
      heading('Order {{ params.order_number }}') +
      paragraph(
        '{% if params.is_paid %}Placed on {{ params.placed_on }} and paid. It is ready to be sent.{% else %}Placed on {{ params.placed_on }}. The payment is still pending: please wait with sending until it is in.{% endif %}',
      ) +
      orderLines('Total of your items') +
      shipTo('Send to') +
      formatNote('A note from the buyer') +
      button('Open the order'),
  },
  'order-paid': {
    subject: '✅ Order {{ params.order_number }} is paid',
    body:
      heading('Order {{ params.order_number }} is paid') +
      paragraph('Placed on {{ params.placed_on }}. The payment is in: it is ready to be sent.') +
      orderLines('Total of what is left') +
      shipTo('Send to') +
      button('Open the order'),
  },
  'order-reminder-1': {
    subject: '⏰ Order {{ params.order_number }} waits to be sent',
    body:
      heading('Order {{ params.order_number }} waits to be sent') +
      paragraph('It was placed on {{ params.placed_on }}. These items are left to send:') +
      orderLines('Total of what is left') +
      shipTo('Send to') +
      button('Open the order'),
  },
  'order-reminder-2': {
    subject: '⏰ Second reminder: order {{ params.order_number }}',
    body:
      heading('Order {{ params.order_number }} still waits') +
      paragraph(
        'It was placed on {{ params.placed_on }}, and the buyer is still waiting. These items are left to send:',
      ) +
      orderLines('Total of what is left') +
      shipTo('Send to') +
      button('Open the order'),
  },
  'order-reminder-3': {
    subject: '⏰ Last reminder: order {{ params.order_number }}',
    body:
      heading('The buyer of order {{ params.order_number }} is waiting') +
      paragraph(
        'It was placed on {{ params.placed_on }}. This is our last reminder: please send what is left, or tell the marketplace what keeps you from it.',
      ) +
      orderLines('Total of what is left') +
      shipTo('Send to') +
      button('Open the order'),
  },
  'order-changed': {
    subject: '✏️ Order {{ params.order_number }} was changed',
    body:
      heading('Order {{ params.order_number }} was changed') +
      paragraph(
        'Placed on {{ params.placed_on }}. {% if params.lines.size > 0 %}This is what is left to send now:{% else %}Nothing more of it is to be sent.{% endif %}',
      ) +
      '{% if params.lines.size > 0 %}' +
      orderLines('Total of what is left') +
      '{% endif %}' +
      button('Open the order'),
  },
  'order-cancelled': {
    subject: '🚫 Order {{ params.order_number }} was cancelled',
    body:
      heading('Order {{ params.order_number }} was cancelled') +
      paragraph('Placed on {{ params.placed_on }}. Nothing of it is left to send: please keep what has not left yet.') +
      orderLines('Total of your items') +
      button('Open the order'),
  },
  'order-delivery-problem': {
    subject:
      '📦 {% if params.is_returned %}Order {{ params.order_number }} is coming back{% else %}Order {{ params.order_number }} could not be delivered{% endif %}',
    body:
      heading(
        '{% if params.is_returned %}A shipment is coming back{% else %}A shipment could not be delivered{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }} {% if params.is_returned %}returns the shipment of order {{ params.order_number }} to you{% else %}reports a problem with the shipment of order {{ params.order_number }}{% endif %}{% if params.tracking_number != '' %} (tracking number {{ params.tracking_number }}){% endif %}. Contact the buyer or {{ params.carrier }} to decide how it goes on.",
      ) +
      button('Open the order'),
  },
  'vendor-label-problem': {
    subject:
      '📦 {% if params.is_refused %}A label of order {{ params.order_number }} is not refunded{% else %}Order {{ params.order_number }} was canceled and has an unused label{% endif %}',
    body:
      heading('{% if params.is_refused %}A label is not refunded{% else %}A paid label is not used{% endif %}') +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }}: {% if params.is_refused %}the carrier refused to refund the label of order {{ params.order_number }} by {{ params.vendor_name }}. It stays paid. Use it, or ask the carrier.{% else %}order {{ params.order_number }} was canceled, and its label by {{ params.vendor_name }} is paid and was not used. Void it on the order's page to get its money back.{% endif %}",
      ) +
      button('Open the order'),
  },
  'marketplace-label-problem': {
    subject:
      '📦 {% if params.is_refused %}A label of order {{ params.order_number }} is not refunded{% else %}Order {{ params.order_number }} was canceled and has an unused label{% endif %}',
    body:
      heading('{% if params.is_refused %}A label is not refunded{% else %}A paid label is not used{% endif %}') +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }}: {% if params.is_refused %}the carrier refused to refund the label of order {{ params.order_number }} by {{ params.vendor_name }}. It stays paid. Use it, or ask the carrier.{% else %}order {{ params.order_number }} was canceled, and its label by {{ params.vendor_name }} is paid and was not used. Void it on the order's page to get its money back.{% endif %}",
      ) +
      button('Open the order'),
  },
  'vendor-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}The membership of {{ params.vendor_name }} ends on {{ params.ends_on }}{% elsif params.state == 'unpaid' %}The membership of {{ params.vendor_name }} is not paid{% else %}The membership of {{ params.vendor_name }} has ended{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}The membership ends on {{ params.ends_on }}{% elsif params.state == 'unpaid' %}The last payment failed{% else %}The membership has ended{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} of {{ params.vendor_name }} was canceled. It runs until {{ params.ends_on }} and is not renewed.{% if params.takes_products_off %} Once it ends, its {{ words.product }} entries that are live are not for sale until a membership is active again.{% endif %}{% elsif params.state == 'unpaid' %}{{ params.plan_name }} of {{ params.vendor_name }} could not be charged. Check the payment method, so that it goes on.{% else %}{{ params.plan_name }} of {{ params.vendor_name }} is over. {% if params.takes_products_off %}Its {{ words.product }} entries that were live are drafts and not for sale until the membership is active again; then they go live by themselves.{% else %}What it lists stays on sale, and cannot be changed without a membership.{% endif %}{% endif %}",
      ) +
      button('Look at it'),
  },
  'marketplace-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}The membership of {{ params.vendor_name }} ends on {{ params.ends_on }}{% elsif params.state == 'unpaid' %}The membership of {{ params.vendor_name }} is not paid{% else %}The membership of {{ params.vendor_name }} has ended{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}The membership ends on {{ params.ends_on }}{% elsif params.state == 'unpaid' %}The last payment failed{% else %}The membership has ended{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} of {{ params.vendor_name }} was canceled. It runs until {{ params.ends_on }} and is not renewed.{% if params.takes_products_off %} Once it ends, its {{ words.product }} entries that are live are not for sale until a membership is active again.{% endif %}{% elsif params.state == 'unpaid' %}{{ params.plan_name }} of {{ params.vendor_name }} could not be charged. Check the payment method, so that it goes on.{% else %}{{ params.plan_name }} of {{ params.vendor_name }} is over. {% if params.takes_products_off %}Its {{ words.product }} entries that were live are drafts and not for sale until the membership is active again; then they go live by themselves.{% else %}What it lists stays on sale, and cannot be changed without a membership.{% endif %}{% endif %}",
      ) +
      button('Look at it'),
  },
  'vendor-integration-lost': {
    subject:
      '🔌 {% if params.is_sheet %}Your spreadsheet is no longer synced{% else %}Your own store is no longer synced{% endif %}',
    body:
      heading(
        '{% if params.is_sheet %}Your spreadsheet is no longer synced{% else %}Your own store is no longer synced{% endif %}',
      ) +
      paragraph(
        "{% if params.reason == 'maker' %}Whoever connected {{ params.name }} left the team of {{ params.vendor_name }}, so nothing is synced with it. Connect it again to go on.{% elsif params.reason == 'rights' %}Whoever connected {{ params.name }} no longer has the permissions for it, so nothing of {{ params.vendor_name }} is synced with it. Give that person the permissions back, or let somebody who has them connect it again.{% else %}The access to {{ params.name }} was lost, so nothing of {{ params.vendor_name }} is synced with it. Connect it again to go on.{% endif %}",
      ) +
      button('Open the connection'),
  },
  'marketplace-plan-limit': {
    subject:
      "📈 {% if params.is_reached %}A limit of your plan is reached: {{ params.used }} of {{ params.included }} {% if params.limit == 'vendors' %}vendors{% elsif params.limit == 'products' %}products{% else %}orders in 30 days{% endif %}{% else %}Your plan is nearly used up: {{ params.used }} of {{ params.included }} {% if params.limit == 'vendors' %}vendors{% elsif params.limit == 'products' %}products{% else %}orders in 30 days{% endif %}{% endif %}",
    body:
      heading(
        "{% if params.is_reached %}A limit of your plan is reached: {{ params.used }} of {{ params.included }} {% if params.limit == 'vendors' %}vendors{% elsif params.limit == 'products' %}products{% else %}orders in 30 days{% endif %}{% else %}Your plan is nearly used up: {{ params.used }} of {{ params.included }} {% if params.limit == 'vendors' %}vendors{% elsif params.limit == 'products' %}products{% else %}orders in 30 days{% endif %}{% endif %}",
      ) +
      paragraph(
        "{% if params.is_reached %}From now on: {% else %}At 100% the following stops until you change the plan: {% endif %}{% if params.limit == 'vendors' %}no new vendors can be added; applications still arrive.{% elsif params.limit == 'products' %}no new products can be created; those that exist can still be edited.{% else %}no import of past orders can be started; new orders still arrive and are paid out.{% endif %} Nothing that exists is taken away.",
      ) +
      button('Change the plan'),
  },
  'marketplace-store-held': {
    subject: '⏸️ Payouts, labels and emails are paused',
    body:
      heading('Payouts, labels and emails are paused') +
      paragraph(
        '{% if params.is_restored %}The database was restored on {{ params.held_since }} or shortly before. So that nothing is paid or sent a second time, payouts, labels, numbered documents and emails that were queued before are paused. Compare with the providers first, then resume.{% else %}{{ params.held_by }} paused payouts, labels, numbered documents and emails that were queued before on {{ params.held_since }}. They stay paused until somebody resumes them.{% endif %}',
      ) +
      button('See what is paused'),
  },
  'vendor-discount': {
    subject: '🏷️ A discount that you bear: {{ params.discount_name }}',
    body:
      heading('{{ params.discount_name }}: {{ params.value }} off') +
      paragraph(
        "It runs from {{ params.from }}{% if params.until != '' %} to {{ params.until }}{% endif %}, also for what {{ params.vendor_name }} sells. You bear {{ params.share }} of what it takes off; it shows in each order and in your statements.{% if params.can_refuse %} You can leave it: your items are not in it then.{% endif %}",
      ) +
      button('Look at the discount'),
  },
  'marketplace-discount-refused': {
    subject: '🏷️ {{ params.vendor_name }} left the discount {{ params.discount_name }}',
    body:
      heading('{{ params.vendor_name }} left a discount') +
      paragraph(
        'The items of {{ params.vendor_name }} are not in {{ params.discount_name }} any more.{% if params.is_over %} Nobody else was in it: the discount has ended.{% endif %}',
      ) +
      button('Look at the discount'),
  },
  'product-approved': {
    subject:
      '✅ {% if params.is_change %}Your change to {{ params.product_title }} is live{% else %}{{ params.product_title }} is live{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Your change to {{ params.product_title }} is live{% else %}{{ params.product_title }} is live{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}We applied your change. Buyers see it at {{ store.name }} from now on.{% else %}We approved it. Buyers can find it at {{ store.name }} from now on.{% endif %}',
      ) +
      formatNote('A note from us') +
      button('Open {{ params.product_title }}'),
  },
  'product-unapproved': {
    subject:
      '✏️ {% if params.is_change %}Your change to {{ params.product_title }} was declined{% else %}{{ params.product_title }} needs a change{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Your change to {{ params.product_title }} was declined{% else %}{{ params.product_title }} needs a change{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}We looked at your change and did not apply it. Buyers go on seeing {{ params.product_title }} as it was.{% else %}We looked at it and sent it back to you. It is not visible to buyers. Change it and submit it again.{% endif %}',
      ) +
      formatNote('What to change') +
      button('Change {{ params.product_title }}'),
  },
  'marketplace-on-product-submitted': {
    subject: '📦 {{ params.vendor_name }} submitted {{ params.product_title }}',
    body:
      heading('{{ params.product_title }}') +
      paragraph(
        '{% if params.is_change %}{{ params.vendor_name }} changed it, and the change waits for your approval.{% else %}{{ params.vendor_name }} submitted it, and it waits for your approval.{% endif %}',
      ) +
      button('Look at it'),
  },
  'marketplace-vendor-request': {
    subject: '📝 {{ words.Vendor }} application: {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} wants to sell at {{ store.name }}') +
      paragraph('{{ params.email }}') +
      answers() +
      button('Open the application'),
  },
  'marketplace-new-vendor': {
    subject: '🎉 New {{ words.vendor }}: {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} sells at {{ store.name }} now') +
      paragraph('{{ params.created_by }} created the account. {{ params.email }} was invited to set a password.') +
      button('Open {{ params.vendor_name }}'),
  },
  'vendor-pending-approval': {
    subject: '📬 We have your application, {{ params.vendor_name }}',
    body:
      heading('Thank you for your application') +
      paragraph(
        'We look at it and get back to you shortly. There is nothing you need to do until then: when {{ params.vendor_name }} is approved, you get a mail with a link to set your password.',
      ),
  },
  'vendor-rejection': {
    subject: '💬 About your application to {{ store.name }}',
    body:
      heading('We cannot take {{ params.vendor_name }} on at the moment') +
      paragraph('Thank you for your interest in selling at {{ store.name }}, and for the time you took to apply.') +
      formatNote('Our reason'),
  },
  'marketplace-contact-message': {
    subject: '💬 {% if params.sender %}{{ params.sender }}{% else %}A visitor{% endif %} wrote to {{ store.name }}',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}A visitor{% endif %} wrote to you') +
      '{% if params.vendor_name %}' +
      paragraph('For {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('The message') +
      answers() +
      button('Open the message') +
      '{% if params.email %}' +
      small('Answer this mail, and your answer goes to {{ params.email }}.') +
      '{% endif %}',
  },
  'vendor-contact-message': {
    subject:
      '💬 {% if params.sender %}{{ params.sender }}{% else %}A visitor{% endif %} wrote to {{ params.vendor_name }}',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}A visitor{% endif %} wrote to you') +
      '{% if params.vendor_name %}' +
      paragraph('For {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('The message') +
      answers() +
      button('Open the message') +
      '{% if params.email %}' +
      small('Answer this mail, and your answer goes to {{ params.email }}.') +
      '{% endif %}',
  },
  'offer-requested': {
    subject:
      '💬 {% if params.is_answer %}A new price for {{ params.product_title }}{% else %}An offer for {{ params.product_title }}{% endif %}: {{ params.price }}',
    body:
      heading(
        '{% if params.is_answer %}The buyer answered your counter-offer{% else %}A buyer made you an offer{% endif %}',
      ) +
      paragraph(
        'For {{ params.vendor_name }}. You can accept it, reject it or name another price within {{ params.days }} days; after that it ends by itself.',
      ) +
      offerRows({ price: 'Offered for one', listed: 'Listed price', total: 'Total' }) +
      button('Answer the offer'),
  },
  'order-ready-for-pickup': {
    subject: '📦 Order {{ params.order_number }} is ready for pickup',
    body:
      heading('Your order is ready for pickup') +
      paragraph(
        '{{ params.vendor_name }} has your items of order {{ params.order_number }} ready. Bring the order number.',
      ) +
      pickupRows({ where: 'Where', when: 'When' }),
  },
  'offer-received': {
    subject:
      '{% if params.is_accepted %}🎉 Your offer for {{ params.product_title }} was accepted{% else %}💬 {{ params.vendor_name }} names another price: {{ params.price }}{% endif %}',
    body:
      heading(
        '{% if params.is_accepted %}Your offer was accepted{% else %}{{ params.vendor_name }} names another price{% endif %}',
      ) +
      paragraph(
        '{% if params.is_accepted %}The price is agreed. Pay within {{ params.days }} days; shipping and taxes are added at the checkout. No stock is held for you until you have paid.{% else %}You can accept this price, decline it or name your own within {{ params.days }} days.{% endif %}',
      ) +
      offerRows({ price: 'Price for one', listed: 'Listed price', total: 'Total' }) +
      button('{% if params.is_accepted %}Pay now{% else %}Answer{% endif %}'),
  },
  'offer-rejected': {
    subject:
      '{% if params.is_expired %}⌛ Your offer for {{ params.product_title }} has ended{% else %}📨 Your offer for {{ params.product_title }} was not accepted{% endif %}',
    body:
      heading('{% if params.is_expired %}Your offer has ended{% else %}Your offer was not accepted{% endif %}') +
      paragraph(
        '{% if params.is_expired %}The time to go on with it is over. You can make a new offer at any time.{% else %}{{ params.vendor_name }} does not sell {{ params.product_title }} at this price. You can still buy it at the listed price, or make a new offer.{% endif %}',
      ) +
      offerRows({ price: 'Price for one', listed: 'Listed price', total: 'Total' }) +
      button('Visit {{ store.name }}'),
  },
  'vendor-new-message': {
    subject: '💬 New message{% if params.about %} about {{ params.about }}{% endif %}',
    body:
      heading('You have a new message') +
      messageRows({ buyer: 'Buyer', marketplace: 'written by {{ store.name }}', picture: 'Picture' }) +
      button('Open the conversation') +
      small(
        'Answer in your portal: the buyer does not see your email address. Contact details in messages are masked.',
      ),
  },
  'buyer-new-message': {
    subject: '💬 {{ params.vendor_name }}{% if params.about %} about {{ params.about }}{% endif %}: new message',
    body:
      heading('Your conversation with {{ params.vendor_name }}') +
      messageRows({ buyer: 'Buyer', marketplace: 'written by {{ store.name }}', picture: 'Picture' }) +
      button('Open the conversation') +
      small('The button opens your conversation for 30 days. Answers to this email are not added to it.'),
  },
  'marketplace-new-message': {
    subject: '💬 {{ params.vendor_name }} wrote to {{ store.name }}',
    body:
      heading('{{ params.vendor_name }} wrote to you') +
      messageRows({ buyer: 'Buyer', marketplace: 'written by {{ store.name }}', picture: 'Picture' }) +
      button('Open the conversation'),
  },
  'marketplace-duty-digest': {
    subject: '📋 What waits for you today',
    body:
      heading('What waits for you') +
      paragraph(
        '{% if params.applications > 0 %}Applications to review: {{ params.applications }}<br>{% endif %}' +
          '{% if params.products > 0 %}{{ words.product }}: awaiting approval: {{ params.products }}<br>{% endif %}' +
          '{% if params.orders > 0 %}Orders past their first reminder: {{ params.orders }}<br>{% endif %}' +
          '{% if params.payouts > 0 %}Payouts due: {{ params.payouts }}<br>{% endif %}' +
          '{% if params.messages > 0 %}Unanswered messages: {{ params.messages }}<br>{% endif %}' +
          '{% if params.integrations > 0 %}Failing connections ({{ words.vendor }}): {{ params.integrations }}<br>{% endif %}' +
          '{% if params.failures > 0 %}Webhooks and services that failed: {{ params.failures }}<br>{% endif %}',
      ) +
      button('Open the {{ words.marketplace }}'),
  },
  'marketplace-automated-payments': {
    subject:
      '💸 Automatic payouts: {% if params.payouts > 0 %}{{ params.amounts }}{% else %}nobody was paid{% endif %}',
    body:
      heading('Automatic payouts') +
      paragraph(
        '{% if params.payouts > 0 %}Payouts started: {{ params.payouts }}, {{ params.amounts }} in all. They are on their way.{% else %}Nobody was paid.{% endif %}',
      ) +
      paragraph(
        '{% if params.refused > 0 %}Could not be paid ({{ words.vendor }}): {{ params.refused }}. {% endif %}{% if params.skipped > 0 %}Orders that wait: {{ params.skipped }}.{% endif %}',
      ) +
      button('See the payouts'),
  },
  'marketplace-integration-set': {
    subject:
      '🔌 {% if params.service %}{{ params.service }} is connected for emails{% else %}Emails are sent by us again{% endif %}',
    body:
      heading(
        '{% if params.service %}{{ params.service }} is connected{% else %}No email service is connected{% endif %}',
      ) +
      paragraph(
        '{% if params.sends_events %}{{ params.service }} gets events in place of our emails about orders, products and payouts, and makes its own emails from them. Set up a flow for each event there, or nobody gets an email.{% elsif params.service %}Emails about orders, products and payouts ({{ words.vendor }}) go out through {{ params.service }}.{% else %}All emails are sent by our own mail server again.{% endif %} Emails to you and emails for signing in always come from us.',
      ) +
      small('Changed by {{ params.changed_by }} on {{ params.changed_on }}.') +
      button('Open notifications'),
  },
  'marketplace-payout-failed': {
    subject:
      "⚠️ {% if params.is_part %}{{ params.amount }} of a payout to {{ params.vendor_name }} came back{% else %}The payout of {{ params.amount }} to {{ params.vendor_name }} {% if params.state == 'unclaimed' %}waits to be claimed{% elsif params.state == 'reversed' %}came back{% else %}failed{% endif %}{% endif %}",
    body:
      heading('A payout needs a look') +
      paragraph(
        "{% if params.is_part %}{{ params.amount }} of a payout that went to {{ params.vendor_name }} by {{ params.way }} came back. The rest of it stays paid; what came back is due again.{% elsif params.state == 'unclaimed' %}{{ params.way }} has the {{ params.amount }}, and {{ params.vendor_name }} has not claimed it yet. After 30 days it comes back by itself and is due again.{% elsif params.state == 'reversed' %}The {{ params.amount }} that went to {{ params.vendor_name }} by {{ params.way }} came back. Its orders are due again.{% else %}{{ params.way }} did not pay {{ params.amount }} to {{ params.vendor_name }}. Its orders are due again.{% if params.is_stopped %} {{ params.way }} holds a payout to {{ params.vendor_name }} that is not here, perhaps of the same orders. Payouts to it wait until somebody decides about that one in the reconciliation.{% endif %}{% endif %}",
      ) +
      button('See why'),
  },
  'vendor-payout-unclaimed': {
    subject:
      '💸 {% if params.is_returned %}Your payout of {{ params.amount }} came back{% else %}Claim your payout of {{ params.amount }}{% endif %}',
    body:
      heading('{% if params.is_returned %}Your payout came back{% else %}Your payout waits for you{% endif %}') +
      paragraph(
        '{% if params.is_returned %}The {{ params.amount }} that {{ store.name }} sent to {{ params.vendor_name }} by {{ params.way }} went back. It is due to you again; look at your payment information, so that the next one arrives.{% else %}{{ store.name }} sent {{ params.amount }} to {{ params.vendor_name }} by {{ params.way }}. Claim it there within 30 days with the address that you entered, or it goes back.{% endif %}',
      ) +
      button('Look at it'),
  },
  'vendor-payout-details-changed': {
    subject: '🏦 How {{ params.vendor_name }} is paid was changed',
    body:
      heading('Payment information was changed') +
      paragraph(
        "On {{ params.changed_on }} somebody who leads {{ params.vendor_name }} changed how {{ store.name }} will pay it. {% if params.is_bank_account %}The bank account for manual payouts was entered, changed or removed.{% elsif params.way == '' %}No way of payment is entered now.{% else %}The way is now {{ params.way }}.{% endif %}",
      ) +
      button('Look at it') +
      small('Was it nobody of you? Then change your password at once, and tell {{ store.name }}.'),
  },
  'subscriber-confirm': {
    subject: '📮 Do you want to hear from {{ store.name }}?',
    body:
      heading('One more step') +
      paragraph('Somebody asked that {{ store.name }} writes to you at this address. Was it you? Then confirm it.') +
      button('Yes, write to me') +
      small(
        'The link works for {{ params.days }} days. Was it not you? Then ignore this mail: you hear nothing more, unless you are asked again.',
      ) +
      leave('Do not write to me'),
  },
  'subscriber-welcome': {
    subject: '🎉 You hear from {{ store.name }} from now on',
    body:
      heading('Thank you') +
      paragraph('Your address is confirmed. When there is news at {{ store.name }}, you read it first.') +
      button('Visit {{ store.name }}') +
      leave('Unsubscribe'),
  },
  'marketplace-data-request': {
    subject: '📁 A buyer asked for their data',
    body:
      heading('A buyer asked for their data') +
      paragraph(
        'Everything that is known about the person is gathered in an export. Hand it over before {{ params.due_on }}, and note there that you did.',
      ) +
      button('See the request'),
  },
  'marketplace-uninstalled': {
    subject: '👋 The {{ words.marketplace }} was removed from {{ store.name }}',
    body:
      heading('The {{ words.marketplace }} is closed') +
      paragraph(
        'You removed the app. Nobody can sign in any more, and no payout will be made. Your data is kept for 48 hours; install the app again within that time and everything is back.',
      ) +
      '{% if params.owed.size > 0 %}' +
      paragraph('This is what was still owed when it was removed. Please keep this mail: you settle it yourself.') +
      owedRows('In all') +
      '{% else %}' +
      paragraph('Nothing was owed to anybody when it was removed.') +
      '{% endif %}' +
      '{% if params.is_cut %}' +
      small('More accounts are owed something than a mail can list. Install the app again to see all of them.') +
      '{% endif %}',
  },
  'auth-invite': {
    subject: '👋 Set your password for {{ store.name }}',
    body:
      heading('Welcome{% if params.name %}, {{ params.name }}{% endif %}') +
      paragraph(
        '{% if params.vendor_name %}{{ params.vendor_name }} has an account at {{ store.name }}, and you are invited to it.{% else %}You are invited to run the {{ words.marketplace }} of {{ store.name }}.{% endif %} Set a password and you are signed in.',
      ) +
      button('Set your password') +
      small(
        'The link works once, for {{ params.days }} days, for {{ params.email }}. Did you not expect it? Then you can ignore it.',
      ),
  },
  'auth-change-password': {
    subject: '🔑 {{ params.code }} is your code for {{ store.name }}',
    body:
      heading('Your code') +
      paragraph('Type it on the page where you asked for it, together with your new password.') +
      bigCode() +
      button('Open the page') +
      small(
        'The code works once, for {{ params.hours }} hours. Did you not ask for it? Then nothing happens: your password stays as it is.',
      ),
  },
  'auth-verify': {
    subject: '✉️ {{ params.code }} confirms your address for {{ store.name }}',
    body:
      heading('Your new address') +
      paragraph('Type this code on your account’s page. From then on you sign in with this address.') +
      bigCode() +
      button('Open my account') +
      small(
        'The code works once, for {{ params.hours }} hours. Did you not ask for it? Then nothing happens: no account gets this address.',
      ),
  },
  'auth-second-factor-reset': {
    subject: '🔓 Your second factor for {{ store.name }} was reset',
    body:
      heading('Your second factor was reset') +
      paragraph(
        '{{ params.by }} took it away, because you could not use it any more. You are signed out on every device. Your password stays as it is.',
      ) +
      button('Sign in and set up a new one') +
      small('Did you not ask for this? Then change your password at once, and tell {{ params.by }}.'),
  },
};
