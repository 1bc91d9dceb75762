/** The resource picker: products and their variants, found by the admin. Answers the chosen ones as the platform does, or null. */
export async function pickResource(adminPath, options) {
  const type = options?.type ?? 'product';
  if (type !== 'product' && type !== 'variant')
    throw new Error(`not implemented in the sandbox: resourcePicker of type ${type}`);
  const most = options.multiple === true ? Infinity : typeof options.multiple === 'number' ? options.multiple : 1;
  const chosen = new Map();
  const found = new Map();
  const selectedIds = (options.selectionIds ?? []).flatMap((entry) =>
    entry.variants?.length ? entry.variants.map((variant) => variant.id) : [entry.id],
  );

  const dialog = document.createElement('dialog');
  dialog.className = 'host';
  dialog.setAttribute('aria-labelledby', 'picker-title');
  dialog.innerHTML = `<header><h2 id="picker-title"></h2></header>
<div class="dialog-body"><label class="visually-hidden" for="picker-search">Search products</label><input type="search" id="picker-search" placeholder="Search products"><ul class="picker-list"></ul></div>
<footer><span class="small quiet" aria-live="polite"></span><button type="button" class="button">Cancel</button><button type="button" class="button button-main"></button></footer>`;
  const [cancel, done] = dialog.querySelectorAll('footer button');
  const search = dialog.querySelector('input');
  const list = dialog.querySelector('ul');
  dialog.querySelector('h2').textContent = type === 'variant' ? 'Select variants' : 'Select products';
  done.textContent = options.action === 'select' ? 'Select' : 'Add';
  search.value = options.query ?? '';

  function row(resource, className, label, detail) {
    const entry = document.createElement('li');
    const line = document.createElement('label');
    line.className = className;
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = chosen.has(resource.id);
    box.disabled = !box.checked && chosen.size >= most && most !== 1;
    box.addEventListener('change', () => {
      if (box.checked && most === 1) chosen.clear();
      if (box.checked) chosen.set(resource.id, resource);
      else chosen.delete(resource.id);
      render();
    });
    const picture = resource.images?.[0] ?? resource.image;
    line.append(box);
    if (picture) {
      const image = document.createElement('img');
      image.src = picture.originalSrc;
      image.alt = '';
      image.className = 'thumb';
      line.append(image);
    }
    const name = document.createElement('b');
    name.textContent = label;
    name.style.fontWeight = 'inherit';
    const right = document.createElement('span');
    right.textContent = detail;
    line.append(name, right);
    entry.append(line);
    return entry;
  }

  function render() {
    const rows = [...found.values()].flatMap((product) =>
      type === 'product'
        ? [row(product, '', product.title, product.status === 'ACTIVE' ? '' : product.status.toLowerCase())]
        : product.variants.map((variant) =>
            row(
              variant,
              '',
              variant.title === 'Default Title' ? product.title : `${product.title}, ${variant.title}`,
              variant.price,
            ),
          ),
    );
    list.replaceChildren(...rows);
    if (rows.length === 0) list.textContent = 'No product fits.';
    dialog.querySelector('footer .small').textContent = `${chosen.size} selected`;
    done.disabled = chosen.size === 0 && selectedIds.length === 0;
  }

  async function load() {
    const response = await fetch(`${adminPath}/picker.json?query=${encodeURIComponent(search.value)}`);
    const { products } = await response.json();
    found.clear();
    for (const product of products) {
      found.set(product.id, product);
      for (const resource of type === 'product' ? [product] : product.variants) {
        const at = selectedIds.indexOf(resource.id);
        if (at >= 0) {
          chosen.set(resource.id, resource);
          selectedIds.splice(at, 1);
        }
      }
    }
    render();
  }

  let timer;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), 150);
  });
  document.body.append(dialog);
  dialog.showModal();
  await load();
  return new Promise((resolve) => {
    const close = (answer) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    cancel.addEventListener('click', () => close(null));
    dialog.addEventListener('cancel', () => close(null));
    done.addEventListener('click', () => close([...chosen.values()]));
  });
}
