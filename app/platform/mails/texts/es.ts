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

export const es: MailTexts = {
  words: { vendor: 'vendedor', product: 'producto', marketplace: 'marketplace' },
  footer: 'Recibe este mensaje porque trabaja con {{ store.name }}.',
  visitorFooter: 'Recibe este mensaje porque escribió a {{ store.name }} o hizo un pedido allí.',
  leaveFooter: 'Dejar de recibir estos correos',
  'order-placed': {
    subject: '🛍️ Nuevo pedido {{ params.order_number }}{% if params.is_paid == false %} (pago pendiente){% endif %}',
    body:
      heading('Pedido {{ params.order_number }}') +
      paragraph(
        '{% if params.is_paid %}Realizado el {{ params.placed_on }} y pagado. Ya se puede enviar.{% else %}Realizado el {{ params.placed_on }}. El pago sigue pendiente: espere a recibirlo antes de enviar.{% endif %}',
      ) +
      orderLines('Total de sus artículos') +
      shipTo('Enviar a') +
      formatNote('Una nota del comprador') +
      button('Abrir el pedido'),
  },
  'order-paid': {
    subject: '✅ El pedido {{ params.order_number }} está pagado',
    body:
      heading('El pedido {{ params.order_number }} está pagado') +
      paragraph('Realizado el {{ params.placed_on }}. El pago ha llegado: ya puede enviarlo.') +
      orderLines('Total de los artículos restantes') +
      shipTo('Enviar a') +
      button('Abrir el pedido'),
  },
  'order-reminder-1': {
    subject: '⏰ El pedido {{ params.order_number }} está por enviar',
    body:
      heading('El pedido {{ params.order_number }} está por enviar') +
      paragraph('Se realizó el {{ params.placed_on }}. Quedan por enviar estos artículos:') +
      orderLines('Total de los artículos restantes') +
      shipTo('Enviar a') +
      button('Abrir el pedido'),
  },
  'order-reminder-2': {
    subject: '⏰ Segundo recordatorio: pedido {{ params.order_number }}',
    body:
      heading('El pedido {{ params.order_number }} sigue por enviar') +
      paragraph(
        'Se realizó el {{ params.placed_on }} y el comprador sigue esperando. Quedan por enviar estos artículos:',
      ) +
      orderLines('Total de los artículos restantes') +
      shipTo('Enviar a') +
      button('Abrir el pedido'),
  },
  'order-reminder-3': {
    subject: '⏰ Último recordatorio: pedido {{ params.order_number }}',
    body:
      heading('El comprador del pedido {{ params.order_number }} espera') +
      paragraph(
        'Se realizó el {{ params.placed_on }}. Es nuestro último recordatorio: envíe los artículos restantes o indique al marketplace qué se lo impide.',
      ) +
      orderLines('Total de los artículos restantes') +
      shipTo('Enviar a') +
      button('Abrir el pedido'),
  },
  'order-changed': {
    subject: '✏️ El pedido {{ params.order_number }} ha cambiado',
    body:
      heading('El pedido {{ params.order_number }} ha cambiado') +
      paragraph(
        'Realizado el {{ params.placed_on }}. {% if params.lines.size > 0 %}Esto es lo que queda por enviar:{% else %}No queda nada por enviar.{% endif %}',
      ) +
      '{% if params.lines.size > 0 %}' +
      orderLines('Total de los artículos restantes') +
      '{% endif %}' +
      button('Abrir el pedido'),
  },
  'order-cancelled': {
    subject: '🚫 El pedido {{ params.order_number }} se ha cancelado',
    body:
      heading('El pedido {{ params.order_number }} se ha cancelado') +
      paragraph('Realizado el {{ params.placed_on }}. Ya no queda nada por enviar: guarde lo que aún no haya salido.') +
      orderLines('Total de sus artículos') +
      button('Abrir el pedido'),
  },
  'order-delivery-problem': {
    subject:
      '📦 {% if params.is_returned %}El pedido {{ params.order_number }} vuelve a usted{% else %}El pedido {{ params.order_number }} no se pudo entregar{% endif %}',
    body:
      heading('{% if params.is_returned %}Un envío vuelve a usted{% else %}Un envío no se pudo entregar{% endif %}') +
      paragraph(
        "{{ params.carrier }} {% if params.is_returned %}le devuelve el envío del pedido {{ params.order_number }}{% else %}informa de un problema con el envío del pedido {{ params.order_number }}{% endif %}{% if params.tracking_number != '' %} (número de seguimiento {{ params.tracking_number }}){% endif %}. Póngase en contacto con quien hizo el pedido o con {{ params.carrier }} para decidir cómo continuar.",
      ) +
      button('Abrir el pedido'),
  },
  'vendor-label-problem': {
    subject:
      '📦 {% if params.is_refused %}Una etiqueta del pedido {{ params.order_number }} no se reembolsa{% else %}El pedido {{ params.order_number }} se canceló y tiene una etiqueta sin usar{% endif %}',
    body:
      heading(
        '{% if params.is_refused %}Una etiqueta no se reembolsa{% else %}Una etiqueta pagada no se ha usado{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }}: {% if params.is_refused %}el transportista rechazó reembolsar la etiqueta del pedido {{ params.order_number }} de {{ params.vendor_name }}. Sigue pagada. Úsela o consulte al transportista.{% else %}el pedido {{ params.order_number }} se canceló, y su etiqueta de {{ params.vendor_name }} está pagada y sin usar. Anúlela en la página del pedido para recuperar el importe.{% endif %}",
      ) +
      button('Abrir el pedido'),
  },
  'marketplace-label-problem': {
    subject:
      '📦 {% if params.is_refused %}Una etiqueta del pedido {{ params.order_number }} no se reembolsa{% else %}El pedido {{ params.order_number }} se canceló y tiene una etiqueta sin usar{% endif %}',
    body:
      heading(
        '{% if params.is_refused %}Una etiqueta no se reembolsa{% else %}Una etiqueta pagada no se ha usado{% endif %}',
      ) +
      paragraph(
        "{{ params.carrier }}{% if params.tracking_number != '' %} ({{ params.tracking_number }}){% endif %}, {{ params.amount }}: {% if params.is_refused %}el transportista rechazó reembolsar la etiqueta del pedido {{ params.order_number }} de {{ params.vendor_name }}. Sigue pagada. Úsela o consulte al transportista.{% else %}el pedido {{ params.order_number }} se canceló, y su etiqueta de {{ params.vendor_name }} está pagada y sin usar. Anúlela en la página del pedido para recuperar el importe.{% endif %}",
      ) +
      button('Abrir el pedido'),
  },
  'vendor-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}La membresía de {{ params.vendor_name }} termina el {{ params.ends_on }}{% elsif params.state == 'unpaid' %}La membresía de {{ params.vendor_name }} no está pagada{% else %}La membresía de {{ params.vendor_name }} ha terminado{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}La membresía termina el {{ params.ends_on }}{% elsif params.state == 'unpaid' %}El último pago ha fallado{% else %}La membresía ha terminado{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} de {{ params.vendor_name }} se canceló, sigue hasta el {{ params.ends_on }} y no se renueva.{% if params.takes_products_off %} Después, lo publicado ({{ words.product }}) deja de estar a la venta hasta que haya de nuevo una membresía activa.{% endif %}{% elsif params.state == 'unpaid' %}No se pudo cobrar {{ params.plan_name }} de {{ params.vendor_name }}. Revise el método de pago para que continúe.{% else %}{{ params.plan_name }} de {{ params.vendor_name }} ha terminado. {% if params.takes_products_off %}Lo que estaba publicado ({{ words.product }}) es ahora un borrador y no está a la venta hasta que la membresía vuelva a estar activa; entonces se publica de nuevo automáticamente.{% else %}Los artículos publicados se mantienen y no se pueden cambiar sin membresía.{% endif %}{% endif %}",
      ) +
      button('Ver'),
  },
  'marketplace-membership': {
    subject:
      "🪪 {% if params.state == 'ending' %}La membresía de {{ params.vendor_name }} termina el {{ params.ends_on }}{% elsif params.state == 'unpaid' %}La membresía de {{ params.vendor_name }} no está pagada{% else %}La membresía de {{ params.vendor_name }} ha terminado{% endif %}",
    body:
      heading(
        "{% if params.state == 'ending' %}La membresía termina el {{ params.ends_on }}{% elsif params.state == 'unpaid' %}El último pago ha fallado{% else %}La membresía ha terminado{% endif %}",
      ) +
      paragraph(
        "{% if params.state == 'ending' %}{{ params.plan_name }} de {{ params.vendor_name }} se canceló, sigue hasta el {{ params.ends_on }} y no se renueva.{% if params.takes_products_off %} Después, lo publicado ({{ words.product }}) deja de estar a la venta hasta que haya de nuevo una membresía activa.{% endif %}{% elsif params.state == 'unpaid' %}No se pudo cobrar {{ params.plan_name }} de {{ params.vendor_name }}. Revise el método de pago para que continúe.{% else %}{{ params.plan_name }} de {{ params.vendor_name }} ha terminado. {% if params.takes_products_off %}Lo que estaba publicado ({{ words.product }}) es ahora un borrador y no está a la venta hasta que la membresía vuelva a estar activa; entonces se publica de nuevo automáticamente.{% else %}Los artículos publicados se mantienen y no se pueden cambiar sin membresía.{% endif %}{% endif %}",
      ) +
      button('Ver'),
  },
  'vendor-integration-lost': {
    subject:
      '🔌 {% if params.is_sheet %}Su hoja de cálculo ya no se sincroniza{% else %}Su tienda ya no se sincroniza{% endif %}',
    body:
      heading(
        '{% if params.is_sheet %}Su hoja de cálculo ya no se sincroniza{% else %}Su tienda ya no se sincroniza{% endif %}',
      ) +
      paragraph(
        "{% if params.reason == 'maker' %}Quien conectó {{ params.name }} dejó el equipo de {{ params.vendor_name }}, así que ya no se sincroniza nada. Vuelva a conectar esta fuente para continuar.{% elsif params.reason == 'rights' %}Quien conectó {{ params.name }} ya no tiene los permisos necesarios, así que ya no se sincroniza nada de {{ params.vendor_name }}. Devuélvale los permisos, o pida a alguien que los tenga que la conecte de nuevo.{% else %}Se perdió el acceso a {{ params.name }}, así que ya no se sincroniza nada de {{ params.vendor_name }}. Vuelva a conectar esta fuente para continuar.{% endif %}",
      ) +
      button('Abrir la conexión'),
  },
  'marketplace-plan-limit': {
    subject:
      "📈 {% if params.is_reached %}Se alcanzó un límite de su plan: {{ params.used }} de {{ params.included }} {% if params.limit == 'vendors' %}vendedores{% elsif params.limit == 'products' %}productos{% else %}pedidos en 30 días{% endif %}{% else %}Su plan está casi agotado: {{ params.used }} de {{ params.included }} {% if params.limit == 'vendors' %}vendedores{% elsif params.limit == 'products' %}productos{% else %}pedidos en 30 días{% endif %}{% endif %}",
    body:
      heading(
        "{% if params.is_reached %}Se alcanzó un límite de su plan: {{ params.used }} de {{ params.included }} {% if params.limit == 'vendors' %}vendedores{% elsif params.limit == 'products' %}productos{% else %}pedidos en 30 días{% endif %}{% else %}Su plan está casi agotado: {{ params.used }} de {{ params.included }} {% if params.limit == 'vendors' %}vendedores{% elsif params.limit == 'products' %}productos{% else %}pedidos en 30 días{% endif %}{% endif %}",
      ) +
      paragraph(
        "{% if params.is_reached %}A partir de ahora: {% else %}Al llegar al 100 %, hasta que cambie de plan: {% endif %}{% if params.limit == 'vendors' %}no se pueden añadir nuevos vendedores; las solicitudes siguen llegando.{% elsif params.limit == 'products' %}no se pueden crear nuevos productos; los existentes se pueden seguir editando.{% else %}no se puede iniciar una importación de pedidos anteriores; los pedidos nuevos siguen llegando y se pagan.{% endif %} No se retira nada de lo que existe.",
      ) +
      button('Cambiar de plan'),
  },
  'marketplace-store-held': {
    subject: '⏸️ Los pagos, las etiquetas y los correos están en pausa',
    body:
      heading('Los pagos, las etiquetas y los correos están en pausa') +
      paragraph(
        '{% if params.is_restored %}La base de datos se restauró el {{ params.held_since }} o poco antes. Para que nada se pague ni se envíe dos veces, los pagos, las etiquetas, los documentos numerados y los correos que ya estaban en cola están en pausa. Compare primero con los proveedores y después reanúdelos.{% else %}{{ params.held_by }} puso en pausa el {{ params.held_since }} los pagos, las etiquetas, los documentos numerados y los correos que ya estaban en cola. Siguen en pausa hasta que alguien los reanude.{% endif %}',
      ) +
      button('Ver qué está en pausa'),
  },
  'vendor-discount': {
    subject: '🏷️ Un descuento que usted asume: {{ params.discount_name }}',
    body:
      heading('{{ params.discount_name }}: {{ params.value }} de descuento') +
      paragraph(
        "Se aplica desde el {{ params.from }}{% if params.until != '' %} hasta el {{ params.until }}{% endif %}, también a lo que vende {{ params.vendor_name }}. Usted asume {{ params.share }} de lo que se descuenta; figura en cada pedido y en sus liquidaciones.{% if params.can_refuse %} Puede rechazarlo: sus artículos no formarán parte de él.{% endif %}",
      ) +
      button('Ver el descuento'),
  },
  'marketplace-discount-refused': {
    subject: '🏷️ {{ params.vendor_name }} rechazó el descuento {{ params.discount_name }}',
    body:
      heading('{{ params.vendor_name }} rechazó un descuento') +
      paragraph(
        'Los artículos de {{ params.vendor_name }} ya no forman parte de {{ params.discount_name }}.{% if params.is_over %} No había nadie más: el descuento ha terminado.{% endif %}',
      ) +
      button('Ver el descuento'),
  },
  'product-approved': {
    subject:
      '✅ {% if params.is_change %}Su cambio en {{ params.product_title }} está publicado{% else %}{{ params.product_title }} ya está publicado{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Su cambio en {{ params.product_title }} está publicado{% else %}{{ params.product_title }} ya está publicado{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}Hemos aplicado su cambio. Desde ahora los compradores lo ven en {{ store.name }}.{% else %}Lo hemos aprobado. Desde ahora se puede encontrar en {{ store.name }}.{% endif %}',
      ) +
      formatNote('Una nota nuestra') +
      button('Abrir {{ params.product_title }}'),
  },
  'product-unapproved': {
    subject:
      '✏️ {% if params.is_change %}Su cambio en {{ params.product_title }} fue rechazado{% else %}{{ params.product_title }} necesita un cambio{% endif %}',
    body:
      heading(
        '{% if params.is_change %}Su cambio en {{ params.product_title }} fue rechazado{% else %}{{ params.product_title }} necesita un cambio{% endif %}',
      ) +
      paragraph(
        '{% if params.is_change %}Hemos revisado su cambio y no lo hemos aplicado. Los compradores siguen viendo {{ params.product_title }} como estaba.{% else %}Lo hemos revisado y se lo hemos devuelto. Los compradores no lo ven. Cámbielo y envíelo de nuevo.{% endif %}',
      ) +
      formatNote('Qué hay que cambiar') +
      button('Cambiar {{ params.product_title }}'),
  },
  'marketplace-on-product-submitted': {
    subject: '📦 {{ params.vendor_name }} ha enviado {{ params.product_title }}',
    body:
      heading('{{ params.product_title }}') +
      paragraph(
        '{% if params.is_change %}{{ params.vendor_name }} lo ha cambiado y el cambio espera que usted lo apruebe.{% else %}{{ params.vendor_name }} lo ha enviado y espera que usted lo apruebe.{% endif %}',
      ) +
      button('Revisarlo'),
  },
  'marketplace-vendor-request': {
    subject: '📝 Solicitud de {{ words.vendor }}: {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} quiere vender en {{ store.name }}') +
      paragraph('{{ params.email }}') +
      answers() +
      button('Abrir la solicitud'),
  },
  'marketplace-new-vendor': {
    subject: '🎉 Nueva cuenta ({{ words.vendor }}): {{ params.vendor_name }}',
    body:
      heading('{{ params.vendor_name }} ya vende en {{ store.name }}') +
      paragraph(
        '{{ params.created_by }} creó la cuenta. Hemos invitado a {{ params.email }} a definir una contraseña.',
      ) +
      button('Abrir {{ params.vendor_name }}'),
  },
  'vendor-pending-approval': {
    subject: '📬 Tenemos su solicitud, {{ params.vendor_name }}',
    body:
      heading('Gracias por su solicitud') +
      paragraph(
        'La revisamos y le respondemos en breve. Hasta entonces no tiene que hacer nada: cuando {{ params.vendor_name }} sea aprobado, recibirá un mensaje con un enlace para crear su contraseña.',
      ),
  },
  'vendor-rejection': {
    subject: '💬 Sobre su solicitud en {{ store.name }}',
    body:
      heading('De momento no podemos aceptar a {{ params.vendor_name }}') +
      paragraph(
        'Gracias por su interés en vender en {{ store.name }} y por el tiempo que ha dedicado a la solicitud.',
      ) +
      formatNote('Motivo'),
  },
  'marketplace-contact-message': {
    subject:
      '💬 {% if params.sender %}{{ params.sender }}{% else %}Un visitante{% endif %} ha escrito a {{ store.name }}',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}Un visitante{% endif %} le ha escrito') +
      '{% if params.vendor_name %}' +
      paragraph('Para {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('El mensaje') +
      answers() +
      button('Abrir el mensaje') +
      '{% if params.email %}' +
      small('Responda a este correo y su respuesta irá a {{ params.email }}.') +
      '{% endif %}',
  },
  'vendor-contact-message': {
    subject:
      '💬 {% if params.sender %}{{ params.sender }}{% else %}Un visitante{% endif %} ha escrito a {{ params.vendor_name }}',
    body:
      heading('{% if params.sender %}{{ params.sender }}{% else %}Un visitante{% endif %} le ha escrito') +
      '{% if params.vendor_name %}' +
      paragraph('Para {{ params.vendor_name }}') +
      '{% endif %}' +
      formatLetter('El mensaje') +
      answers() +
      button('Abrir el mensaje') +
      '{% if params.email %}' +
      small('Responda a este correo y su respuesta irá a {{ params.email }}.') +
      '{% endif %}',
  },
  'offer-requested': {
    subject:
      '💬 {% if params.is_answer %}Un nuevo precio para {{ params.product_title }}{% else %}Una oferta por {{ params.product_title }}{% endif %}: {{ params.price }}',
    body:
      heading('{% if params.is_answer %}Han respondido a su contraoferta{% else %}Ha recibido una oferta{% endif %}') +
      paragraph(
        'Para {{ params.vendor_name }}. Puede aceptarla, rechazarla o proponer otro precio en {{ params.days }} días; después caduca.',
      ) +
      offerRows({ price: 'Precio ofrecido por unidad', listed: 'Precio de venta', total: 'Total' }) +
      button('Responder a la oferta'),
  },
  'order-ready-for-pickup': {
    subject: '📦 El pedido {{ params.order_number }} está listo para recoger',
    body:
      heading('Su pedido está listo para recoger') +
      paragraph(
        '{{ params.vendor_name }} tiene listos sus artículos del pedido {{ params.order_number }}. Lleve el número de pedido.',
      ) +
      pickupRows({ where: 'Dónde', when: 'Cuándo' }),
  },
  'offer-received': {
    subject:
      '{% if params.is_accepted %}🎉 Su oferta por {{ params.product_title }} ha sido aceptada{% else %}💬 {{ params.vendor_name }} propone otro precio: {{ params.price }}{% endif %}',
    body:
      heading(
        '{% if params.is_accepted %}Su oferta ha sido aceptada{% else %}{{ params.vendor_name }} propone otro precio{% endif %}',
      ) +
      paragraph(
        '{% if params.is_accepted %}El precio está acordado. Pague en {{ params.days }} días; el envío y los impuestos se añaden al pagar. No se reserva nada hasta que haya pagado.{% else %}Puede aceptar este precio, rechazarlo o proponer el suyo en {{ params.days }} días.{% endif %}',
      ) +
      offerRows({ price: 'Precio por unidad', listed: 'Precio de venta', total: 'Total' }) +
      button('{% if params.is_accepted %}Pagar ahora{% else %}Responder{% endif %}'),
  },
  'offer-rejected': {
    subject:
      '{% if params.is_expired %}⌛ Su oferta por {{ params.product_title }} ha caducado{% else %}📨 Su oferta por {{ params.product_title }} no ha sido aceptada{% endif %}',
    body:
      heading('{% if params.is_expired %}Su oferta ha caducado{% else %}Su oferta no ha sido aceptada{% endif %}') +
      paragraph(
        '{% if params.is_expired %}El plazo ha terminado. Puede hacer una nueva oferta cuando quiera.{% else %}{{ params.vendor_name }} no vende {{ params.product_title }} a este precio. Puede comprarlo al precio de venta o hacer una nueva oferta.{% endif %}',
      ) +
      offerRows({ price: 'Precio por unidad', listed: 'Precio de venta', total: 'Total' }) +
      button('Visitar {{ store.name }}'),
  },
  'vendor-new-message': {
    subject: '💬 Mensaje nuevo{% if params.about %} sobre {{ params.about }}{% endif %}',
    body:
      heading('Tiene un mensaje nuevo') +
      messageRows({ buyer: 'Comprador', marketplace: 'escrito por {{ store.name }}', picture: 'Imagen' }) +
      button('Abrir la conversación') +
      small(
        'Responda en su portal: el comprador no ve su dirección de correo. Los datos de contacto de los mensajes se ocultan.',
      ),
  },
  'buyer-new-message': {
    subject: '💬 {{ params.vendor_name }}{% if params.about %}, {{ params.about }}{% endif %}: mensaje nuevo',
    body:
      heading('Su conversación con {{ params.vendor_name }}') +
      messageRows({ buyer: 'Comprador', marketplace: 'escrito por {{ store.name }}', picture: 'Imagen' }) +
      button('Abrir la conversación') +
      small('El botón abre su conversación durante 30 días. Las respuestas a este correo no se añaden a ella.'),
  },
  'marketplace-new-message': {
    subject: '💬 {{ params.vendor_name }} escribió a {{ store.name }}',
    body:
      heading('{{ params.vendor_name }} le escribió') +
      messageRows({ buyer: 'Comprador', marketplace: 'escrito por {{ store.name }}', picture: 'Imagen' }) +
      button('Abrir la conversación'),
  },
  'marketplace-duty-digest': {
    subject: '📋 Por hacer hoy',
    body:
      heading('Por hacer') +
      paragraph(
        '{% if params.applications > 0 %}Solicitudes por revisar: {{ params.applications }}<br>{% endif %}' +
          '{% if params.products > 0 %}{{ words.product }}: pendiente de aprobación: {{ params.products }}<br>{% endif %}' +
          '{% if params.orders > 0 %}Pedidos tras el primer recordatorio: {{ params.orders }}<br>{% endif %}' +
          '{% if params.payouts > 0 %}Pagos pendientes: {{ params.payouts }}<br>{% endif %}' +
          '{% if params.messages > 0 %}Mensajes sin responder: {{ params.messages }}<br>{% endif %}' +
          '{% if params.integrations > 0 %}Conexiones fallidas ({{ words.vendor }}): {{ params.integrations }}<br>{% endif %}' +
          '{% if params.failures > 0 %}Webhooks y servicios fallidos: {{ params.failures }}<br>{% endif %}',
      ) +
      button('Abrir: {{ words.marketplace }}'),
  },
  'marketplace-automated-payments': {
    subject: '💸 Pagos automáticos: {% if params.payouts > 0 %}{{ params.amounts }}{% else %}sin pagos{% endif %}',
    body:
      heading('Pagos automáticos') +
      paragraph(
        '{% if params.payouts > 0 %}Pagos iniciados: {{ params.payouts }}, {{ params.amounts }} en total. Están en camino.{% else %}No se hizo ningún pago.{% endif %}',
      ) +
      paragraph(
        '{% if params.refused > 0 %}No se pudo pagar a ({{ words.vendor }}): {{ params.refused }}. {% endif %}{% if params.skipped > 0 %}Pedidos omitidos: {{ params.skipped }}.{% endif %}',
      ) +
      button('Ver los pagos'),
  },
  'marketplace-integration-set': {
    subject:
      '🔌 {% if params.service %}{{ params.service }} está conectado para los correos{% else %}Los correos vuelven a salir de nosotros{% endif %}',
    body:
      heading(
        '{% if params.service %}{{ params.service }} está conectado{% else %}No hay ningún servicio de correo conectado{% endif %}',
      ) +
      paragraph(
        '{% if params.sends_events %}{{ params.service }} recibe eventos en lugar de nuestros correos sobre pedidos, productos y pagos, y crea con ellos sus propios correos. Configure allí un flujo para cada evento; si no, nadie recibe un correo.{% elsif params.service %}Los correos sobre pedidos, productos y pagos ({{ words.vendor }}) salen por {{ params.service }}.{% else %}Todos los correos vuelven a salir de nuestro propio servidor.{% endif %} Los correos dirigidos a usted y los de inicio de sesión siempre salen de nosotros.',
      ) +
      small('Cambiado por {{ params.changed_by }} el {{ params.changed_on }}.') +
      button('Abrir las notificaciones'),
  },
  'marketplace-payout-failed': {
    subject:
      "⚠️ {% if params.is_part %}{{ params.amount }} de un pago a {{ params.vendor_name }} se han devuelto{% else %}El pago de {{ params.amount }} a {{ params.vendor_name }} {% if params.state == 'unclaimed' %}está pendiente de aceptación{% elsif params.state == 'reversed' %}se ha devuelto{% else %}ha fallado{% endif %}{% endif %}",
    body:
      heading('Un pago necesita su atención') +
      paragraph(
        "{% if params.is_part %}{{ params.amount }} de un pago que fue a {{ params.vendor_name }} por {{ params.way }} se han devuelto. El resto sigue pagado; lo devuelto vuelve a estar pendiente.{% elsif params.state == 'unclaimed' %}{{ params.way }} tiene los {{ params.amount }}, y {{ params.vendor_name }} aún no los ha aceptado. A los 30 días se devuelven automáticamente y vuelven a estar pendientes.{% elsif params.state == 'reversed' %}Los {{ params.amount }} que fueron a {{ params.vendor_name }} por {{ params.way }} se han devuelto. Sus pedidos vuelven a estar pendientes.{% else %}{{ params.way }} no ha pagado {{ params.amount }} a {{ params.vendor_name }}. Sus pedidos vuelven a estar pendientes.{% if params.is_stopped %} {{ params.way }} tiene un pago a {{ params.vendor_name }} que no existe aquí, quizá por los mismos pedidos. Los pagos a esta cuenta esperan hasta que alguien decida sobre él en la conciliación.{% endif %}{% endif %}",
      ) +
      button('Ver por qué'),
  },
  'vendor-payout-unclaimed': {
    subject:
      '💸 {% if params.is_returned %}Su pago de {{ params.amount }} se ha devuelto{% else %}Acepte su pago de {{ params.amount }}{% endif %}',
    body:
      heading(
        '{% if params.is_returned %}Su pago se ha devuelto{% else %}Su pago está pendiente de aceptación{% endif %}',
      ) +
      paragraph(
        '{% if params.is_returned %}Los {{ params.amount }} que {{ store.name }} envió a {{ params.vendor_name }} por {{ params.way }} se han devuelto. Se le vuelven a deber; revise sus datos de cobro para que el siguiente llegue.{% else %}{{ store.name }} envió {{ params.amount }} a {{ params.vendor_name }} por {{ params.way }}. Acéptelos allí en un plazo de 30 días con la dirección que usted indicó, o se devolverán.{% endif %}',
      ) +
      button('Ver'),
  },
  'vendor-payout-details-changed': {
    subject: '🏦 Ha cambiado cómo cobra {{ params.vendor_name }}',
    body:
      heading('Los datos de cobro han cambiado') +
      paragraph(
        "El {{ params.changed_on }} un propietario de la cuenta {{ params.vendor_name }} cambió cómo le paga {{ store.name }}. {% if params.is_bank_account %}La cuenta bancaria para pagos manuales se ha indicado, cambiado o eliminado.{% elsif params.way == '' %}Ahora no hay ningún método de cobro.{% else %}El método de cobro es ahora {{ params.way }}.{% endif %}",
      ) +
      button('Ver') +
      small('¿No lo ha hecho usted ni su equipo? Cambie su contraseña ahora mismo y avise a {{ store.name }}.'),
  },
  'subscriber-confirm': {
    subject: '📮 ¿Quiere recibir novedades de {{ store.name }}?',
    body:
      heading('Un paso más') +
      paragraph(
        'Alguien ha pedido que {{ store.name }} le escriba a esta dirección. ¿Ha sido usted? Entonces confírmelo.',
      ) +
      button('Confirmar la suscripción') +
      small(
        'El enlace funciona durante {{ params.days }} días. ¿No ha sido usted? No haga nada: no recibirá nada más, salvo que alguien vuelva a pedirlo.',
      ) +
      leave('No me escriban'),
  },
  'subscriber-welcome': {
    subject: '🎉 Desde ahora recibirá novedades de {{ store.name }}',
    body:
      heading('Gracias') +
      paragraph('Su dirección está confirmada. Desde ahora recibirá las novedades de {{ store.name }}.') +
      button('Visitar {{ store.name }}') +
      leave('Darse de baja'),
  },
  'marketplace-data-request': {
    subject: '📁 Un comprador pide sus datos',
    body:
      heading('Un comprador pide sus datos') +
      paragraph(
        'Todos los datos de esta persona están reunidos en una exportación. Entréguela antes del {{ params.due_on }} y marque después la solicitud como entregada.',
      ) +
      button('Ver la solicitud'),
  },
  'marketplace-uninstalled': {
    subject: '👋 El {{ words.marketplace }} se quitó de {{ store.name }}',
    body:
      heading('El {{ words.marketplace }} está cerrado') +
      paragraph(
        'Usted quitó la aplicación. Nadie puede iniciar sesión y no se hará ningún pago. Sus datos se conservan 48 horas; instale la aplicación de nuevo en ese plazo y todo vuelve.',
      ) +
      '{% if params.owed.size > 0 %}' +
      paragraph('Esto se debía todavía cuando se quitó. Guarde este mensaje: usted liquida estos importes.') +
      owedRows('En total') +
      '{% else %}' +
      paragraph('No se debía nada a nadie cuando se quitó.') +
      '{% endif %}' +
      '{% if params.is_cut %}' +
      small('Se deben más importes de los que caben en un mensaje. Instale la aplicación de nuevo para verlos todos.') +
      '{% endif %}',
  },
  'auth-invite': {
    subject: '👋 Cree su contraseña para {{ store.name }}',
    body:
      heading('Hola{% if params.name %}, {{ params.name }}{% endif %}') +
      paragraph(
        '{% if params.vendor_name %}{{ params.vendor_name }} tiene una cuenta en {{ store.name }} y le han invitado a ella.{% else %}Le han invitado a gestionar el {{ words.marketplace }} de {{ store.name }}.{% endif %} Cree una contraseña y ya tendrá la sesión iniciada.',
      ) +
      button('Crear la contraseña') +
      small(
        'El enlace funciona una vez, durante {{ params.days }} días, para {{ params.email }}. ¿No lo esperaba? Puede ignorarlo.',
      ),
  },
  'auth-change-password': {
    subject: '🔑 {{ params.code }} es su código para {{ store.name }}',
    body:
      heading('Su código') +
      paragraph('Escríbalo en la página donde lo pidió, junto con su nueva contraseña.') +
      bigCode() +
      button('Abrir la página') +
      small(
        'El código funciona una vez, durante {{ params.hours }} horas. ¿No lo ha pedido usted? Entonces no pasa nada: su contraseña sigue igual.',
      ),
  },
  'auth-verify': {
    subject: '✉️ {{ params.code }} confirma su dirección para {{ store.name }}',
    body:
      heading('Su nueva dirección') +
      paragraph(
        'Escriba este código en la página de su cuenta. A partir de entonces usted inicia sesión con esta dirección.',
      ) +
      bigCode() +
      button('Abrir mi cuenta') +
      small(
        'El código funciona una vez, durante {{ params.hours }} horas. ¿No lo ha pedido usted? Entonces no pasa nada: ninguna cuenta recibe esta dirección.',
      ),
  },
  'auth-second-factor-reset': {
    subject: '🔓 Su autenticación en dos pasos para {{ store.name }} se ha restablecido',
    body:
      heading('Su autenticación en dos pasos se ha restablecido') +
      paragraph(
        '{{ params.by }} la ha restablecido porque usted ya no podía usarla. Se ha cerrado su sesión en todos los dispositivos. Su contraseña sigue igual.',
      ) +
      button('Iniciar sesión y configurarla') +
      small('¿No lo ha pedido usted? Cambie su contraseña enseguida y avise a {{ params.by }}.'),
  },
};
