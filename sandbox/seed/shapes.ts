/** The colors of a still life: the thing itself, its shade, and an accent. */
type Tones = { main: string; shade: string; accent: string };
type Draw = (tones: Tones) => string;

const jar: Draw = ({ main, shade, accent }) =>
  `<rect x="350" y="400" width="300" height="322" rx="40" fill="${main}"/><rect x="336" y="346" width="328" height="74" rx="18" fill="${shade}"/><rect x="350" y="500" width="300" height="140" fill="${accent}"/><path d="M420 545h160M420 585h100" stroke="${shade}" stroke-width="12" stroke-linecap="round"/>`;
const bottle: Draw = ({ main, shade, accent }) =>
  `<path d="M460 330h80v80q70 40 70 120v192h-220v-192q0 -80 70 -120z" fill="${main}"/><rect x="450" y="270" width="100" height="74" rx="14" fill="${shade}"/><rect x="390" y="540" width="220" height="110" fill="${accent}"/>`;
const mug: Draw = ({ main, shade, accent }) =>
  `<path d="M350 400h290v242q0 80 -80 80h-130q-80 0 -80 -80z" fill="${main}"/><ellipse cx="495" cy="400" rx="145" ry="34" fill="${shade}"/><ellipse cx="495" cy="404" rx="118" ry="24" fill="${accent}"/><path d="M640 460q110 -6 104 90q-6 90 -110 84" fill="none" stroke="${main}" stroke-width="38"/>`;
const pot: Draw = ({ main, shade, accent }) =>
  `<path d="M330 540q0 -130 170 -130t170 130q0 182 -170 182t-170 -182z" fill="${main}"/><path d="M655 520q70 -20 110 -100l34 20q-30 120 -140 170z" fill="${main}"/><path d="M345 500q-110 -10 -104 80q8 80 120 76" fill="none" stroke="${main}" stroke-width="32"/><path d="M400 430q100 -60 200 0z" fill="${shade}"/><circle cx="500" cy="382" r="24" fill="${accent}"/>`;
const plate: Draw = ({ main, shade, accent }) =>
  `<circle cx="500" cy="500" r="228" fill="${main}"/><circle cx="500" cy="500" r="160" fill="${shade}"/><circle cx="500" cy="500" r="148" fill="${main}"/><circle cx="500" cy="500" r="44" fill="none" stroke="${accent}" stroke-width="10"/>`;
const bowl: Draw = ({ main, shade, accent }) =>
  `<path d="M270 470h460q-10 252 -230 252t-230 -252z" fill="${main}"/><ellipse cx="500" cy="470" rx="230" ry="52" fill="${shade}"/><ellipse cx="500" cy="478" rx="196" ry="36" fill="${accent}"/><rect x="430" y="700" width="140" height="26" rx="10" fill="${shade}"/>`;
const bar: Draw = ({ main, shade, accent }) =>
  `<rect x="290" y="540" width="420" height="182" rx="56" fill="${shade}"/><rect x="290" y="500" width="420" height="182" rx="56" fill="${main}"/><rect x="350" y="548" width="300" height="86" rx="30" fill="none" stroke="${accent}" stroke-width="10"/>`;
const sweater: Draw = ({ main, shade, accent }) =>
  `<path d="M400 300q100 60 200 0l130 70l70 270l-90 24l-50 -150v220h-320v-220l-50 150l-90 -24l70 -270z" fill="${main}"/><path d="M400 300q100 60 200 0q-20 74 -100 74t-100 -74z" fill="${shade}"/><path d="M342 560h316M342 600h316" stroke="${accent}" stroke-width="14" stroke-dasharray="26 16"/>`;
const hat: Draw = ({ main, shade, accent }) =>
  `<path d="M310 620q0 -280 190 -280t190 280z" fill="${main}"/><rect x="290" y="600" width="420" height="110" rx="40" fill="${shade}"/><circle cx="500" cy="330" r="52" fill="${accent}"/>`;
const sock: Draw = ({ main, shade, accent }) =>
  `<path d="M400 290h170v250l130 90q60 44 20 92h-160l-160 -110z" fill="${main}"/><rect x="390" y="280" width="190" height="62" rx="16" fill="${shade}"/><path d="M690 640q40 44 30 82h-70q-30 -50 40 -82z" fill="${accent}"/>`;
const mitten: Draw = ({ main, shade, accent }) =>
  `<path d="M380 640v-200q0 -130 110 -130t110 130v60l60 -50q70 -30 70 40l-130 150z" fill="${main}"/><rect x="366" y="630" width="250" height="92" rx="24" fill="${shade}"/><path d="M490 400l50 60l-50 60l-50 -60z" fill="${accent}"/>`;
const scarf: Draw = ({ main, shade, accent }) =>
  `<path d="M330 330q170 -80 340 0l-20 90q-150 60 -300 0z" fill="${shade}"/><path d="M360 380h120l40 330h-130z" fill="${main}"/><path d="M520 390h110l40 250h-120z" fill="${main}"/><path d="M380 560h128M386 600h128M545 540h108" stroke="${accent}" stroke-width="16"/>`;
const cloth: Draw = ({ main, shade, accent }) =>
  `<path d="M300 560l400 -40v80l-400 40z" fill="${shade}"/><rect x="300" y="480" width="400" height="80" rx="30" fill="${main}"/><rect x="300" y="560" width="400" height="80" rx="30" fill="${accent}"/><rect x="300" y="640" width="400" height="82" rx="30" fill="${main}"/><path d="M330 520h340M330 682h340" stroke="${shade}" stroke-width="8" stroke-dasharray="20 14"/>`;
const curtain: Draw = ({ main, shade, accent }) =>
  `<path d="M260 280h480" stroke="${accent}" stroke-width="20" stroke-linecap="round"/><path d="M310 290q20 220 -10 432h400q-30 -212 -10 -432z" fill="${main}"/><path d="M400 292q14 210 0 428M500 292v428M600 292q-14 210 0 428" stroke="${shade}" stroke-width="12" fill="none"/>`;
const apron: Draw = ({ main, shade, accent }) =>
  `<path d="M420 330h160l30 120q60 20 90 30l-20 242h-360l-20 -242q30 -10 90 -30z" fill="${main}"/><path d="M420 330q80 -110 160 0" fill="none" stroke="${shade}" stroke-width="16"/><rect x="410" y="560" width="180" height="92" rx="16" fill="${accent}"/>`;
const lamp: Draw = ({ main, shade, accent }) =>
  `<path d="M410 300h180l90 190h-360z" fill="${main}"/><path d="M320 490h360q-60 40 -180 40t-180 -40z" fill="${accent}"/><rect x="486" y="520" width="28" height="170" fill="${shade}"/><rect x="400" y="684" width="200" height="38" rx="18" fill="${shade}"/>`;
const pendant: Draw = ({ main, shade, accent }) =>
  `<path d="M500 200v150" stroke="${shade}" stroke-width="10"/><circle cx="500" cy="510" r="170" fill="${main}"/><path d="M346 450h308M332 510h336M346 570h308" stroke="${shade}" stroke-width="7"/><ellipse cx="500" cy="672" rx="74" ry="16" fill="${accent}"/>`;
const lantern: Draw = ({ main, shade, accent }) =>
  `<path d="M430 300q70 -90 140 0" fill="none" stroke="${shade}" stroke-width="16"/><path d="M390 300h220l40 70h-300z" fill="${main}"/><rect x="370" y="370" width="260" height="290" fill="${accent}"/><path d="M500 450q54 80 0 130q-54 -50 0 -130z" fill="#f6b94a"/><path d="M370 370v290M630 370v290" stroke="${main}" stroke-width="22"/><rect x="350" y="656" width="300" height="66" rx="16" fill="${main}"/>`;
const bag: Draw = ({ main, shade, accent }) =>
  `<path d="M350 340h300l30 382h-360z" fill="${main}"/><path d="M350 340l20 -60h260l20 60z" fill="${shade}"/><rect x="400" y="450" width="200" height="170" rx="14" fill="${accent}"/><ellipse cx="500" cy="534" rx="34" ry="50" fill="${shade}" transform="rotate(28 500 534)"/>`;
const table: Draw = ({ main, shade, accent }) =>
  `<rect x="250" y="440" width="500" height="46" rx="18" fill="${main}"/><path d="M300 486l-30 236M700 486l30 236" stroke="${shade}" stroke-width="30" stroke-linecap="round"/><rect x="360" y="486" width="280" height="60" fill="${accent}"/>`;
const stool: Draw = ({ main, shade, accent }) =>
  `<ellipse cx="500" cy="470" rx="150" ry="44" fill="${main}"/><path d="M400 490l-50 232M600 490l50 232M500 510v212" stroke="${shade}" stroke-width="28" stroke-linecap="round"/><path d="M376 620h248" stroke="${accent}" stroke-width="18"/>`;
const chair: Draw = ({ main, shade, accent }) =>
  `<path d="M370 300q-16 130 0 260h260v44h-290q-30 -160 -10 -300z" fill="${main}"/><rect x="360" y="520" width="290" height="74" rx="30" fill="${accent}"/><path d="M380 600l-30 122M630 600l30 122" stroke="${shade}" stroke-width="26" stroke-linecap="round"/>`;
const shelf: Draw = ({ main, shade, accent }) =>
  `<rect x="250" y="560" width="500" height="40" rx="10" fill="${main}"/><path d="M310 600v80h44M690 600v80h-44" fill="none" stroke="${shade}" stroke-width="20"/><rect x="330" y="400" width="54" height="160" fill="${accent}"/><rect x="390" y="430" width="44" height="130" fill="${shade}"/><rect x="440" y="380" width="60" height="180" fill="${main}"/><circle cx="620" cy="510" r="50" fill="${accent}"/>`;
const pack: Draw = ({ main, shade, accent }) =>
  `<path d="M430 320q70 -70 140 0" fill="none" stroke="${shade}" stroke-width="22"/><rect x="340" y="320" width="320" height="402" rx="110" fill="${main}"/><rect x="380" y="530" width="240" height="150" rx="34" fill="${accent}"/><path d="M370 460h260" stroke="${shade}" stroke-width="18"/>`;
const jacket: Draw = ({ main, shade, accent }) =>
  `<path d="M420 290h160l150 90l50 280l-90 14l-30 -130v178h-320v-178l-30 130l-90 -14l50 -280z" fill="${main}"/><path d="M500 300v420" stroke="${accent}" stroke-width="12"/><path d="M420 290q80 -70 160 0l-80 80z" fill="${shade}"/>`;
const sheet: Draw = ({ main, shade, accent }) =>
  `<rect x="330" y="290" width="340" height="432" rx="14" fill="${main}"/><path d="M330 560l110 -120l90 90l60 -60l80 90v150a14 14 0 0 1 -14 14h-312a14 14 0 0 1 -14 -14z" fill="${accent}"/><circle cx="570" cy="390" r="40" fill="${shade}"/>`;
const book: Draw = ({ main, shade, accent }) =>
  `<rect x="350" y="310" width="310" height="412" rx="18" fill="${main}"/><rect x="350" y="310" width="56" height="412" rx="18" fill="${shade}"/><rect x="450" y="400" width="160" height="70" rx="8" fill="${accent}"/><path d="M600 310v412" stroke="${shade}" stroke-width="10"/>`;
const letter: Draw = ({ main, shade, accent }) =>
  `<rect x="290" y="420" width="420" height="302" rx="16" fill="${main}"/><path d="M290 436l210 160l210 -160" fill="none" stroke="${shade}" stroke-width="16"/><circle cx="500" cy="610" r="42" fill="${accent}"/>`;
const box: Draw = ({ main, shade, accent }) =>
  `<rect x="310" y="440" width="380" height="282" rx="14" fill="${main}"/><rect x="290" y="400" width="420" height="76" rx="14" fill="${shade}"/><rect x="466" y="400" width="68" height="322" fill="${accent}"/><path d="M500 400q-110 -110 -120 -30q0 40 120 30q110 -110 120 -30q0 40 -120 30z" fill="${accent}"/>`;
const train: Draw = ({ main, shade, accent }) =>
  `<rect x="270" y="540" width="460" height="110" rx="20" fill="${main}"/><rect x="540" y="400" width="180" height="160" rx="16" fill="${accent}"/><rect x="330" y="450" width="60" height="100" fill="${shade}"/><circle cx="360" cy="670" r="52" fill="${shade}"/><circle cx="500" cy="670" r="52" fill="${shade}"/><circle cx="640" cy="670" r="52" fill="${shade}"/>`;
const rings: Draw = ({ main, shade, accent }) =>
  `<rect x="340" y="690" width="320" height="32" rx="12" fill="${shade}"/><rect x="346" y="610" width="308" height="76" rx="38" fill="${main}"/><rect x="372" y="530" width="256" height="76" rx="38" fill="${accent}"/><rect x="398" y="450" width="204" height="76" rx="38" fill="${shade}"/><rect x="426" y="370" width="148" height="76" rx="38" fill="${main}"/><circle cx="500" cy="336" r="36" fill="${accent}"/>`;
const animal: Draw = ({ main, shade, accent }) =>
  `<ellipse cx="500" cy="590" rx="150" ry="134" fill="${main}"/><circle cx="500" cy="410" r="104" fill="${main}"/><circle cx="424" cy="330" r="34" fill="${shade}"/><circle cx="576" cy="330" r="34" fill="${shade}"/><ellipse cx="500" cy="600" rx="86" ry="88" fill="${accent}"/><circle cx="464" cy="400" r="12" fill="#26262e"/><circle cx="536" cy="400" r="12" fill="#26262e"/><ellipse cx="500" cy="440" rx="20" ry="14" fill="#26262e"/>`;
const blocks: Draw = ({ main, shade, accent }) =>
  `<rect x="320" y="580" width="142" height="142" rx="12" fill="${main}"/><rect x="480" y="580" width="142" height="142" rx="12" fill="${accent}"/><rect x="400" y="430" width="142" height="142" rx="12" fill="${shade}"/><path d="M471 300l80 122h-160z" fill="${main}"/><circle cx="690" cy="668" r="54" fill="${shade}"/>`;
const board: Draw = ({ main, shade, accent }) =>
  `<path d="M340 380q0 -40 40 -40h240q40 0 40 40v342h-320z" fill="${main}"/><circle cx="500" cy="392" r="26" fill="${shade}"/><path d="M380 470v220M440 470v220M560 470v220M620 470v220" stroke="${accent}" stroke-width="9"/>`;
const knife: Draw = ({ main, shade, accent }) =>
  `<path d="M250 640l330 -260q40 20 20 70l-240 220z" fill="#c9ced6"/><path d="M250 640l330 -260l-8 30l-280 230z" fill="#eef1f5"/><rect x="590" y="330" width="230" height="66" rx="30" fill="${main}" transform="rotate(-38 600 400)"/><circle cx="650" cy="356" r="9" fill="${accent}"/><circle cx="704" cy="314" r="9" fill="${shade}"/>`;

/** What is drawn for which words of a product's name; the first that fits. */
const SHAPES: readonly [RegExp, Draw][] = [
  [/teapot|tea set/, pot],
  [/knife$|carving/, knife],
  [/duck|otter/, animal],
  [/print|calendar|pad/, sheet],
  [/mug|cup|jug/, mug],
  [/plate|dish/, plate],
  [/bowl/, bowl],
  [/soap|shampoo bar|crispbread|crackers|whetstone/, bar],
  [/oil|syrup|bottle/, bottle],
  [/balm|salt|scrub|mask|jam|mustard|beets|cellar|cream/, jar],
  [/sweater|cardigan|layer/, sweater],
  [/beanie|cap|hat/, hat],
  [/sock|insole/, sock],
  [/mitten/, mitten],
  [/scarf|runner/, scarf],
  [/curtain/, curtain],
  [/apron/, apron],
  [/blanket|towel|duvet|napkin|pillow|sheet|shade/, cloth],
  [/pendant|globe/, pendant],
  [/lantern/, lantern],
  [/lamp|light|sconce|dimmer/, lamp],
  [/blend|guji|huila|roast|brew|mix|sampler|tea/, bag],
  [/table|desk|bench/, table],
  [/stool|stand/, stool],
  [/chair/, chair],
  [/shelf|rack/, shelf],
  [/pack|bag|pouch|roll/, pack],
  [/shell/, jacket],
  [/notebook|sketchbook/, book],
  [/letter|postcard/, letter],
  [/wrap|gift|kit|set/, box],
  [/train/, train],
  [/stacking/, rings],
  [/puzzle|blocks/, blocks],
  [/board/, board],
];

/** The drawing of a thing by its name, on a canvas of 1000 × 1000 whose ground is at 722; undefined where no word is known. */
export function drawShape(name: string, tones: Tones): string | undefined {
  const words = name.toLowerCase();
  return SHAPES.find(([pattern]) => pattern.test(words))?.[1](tones);
}
