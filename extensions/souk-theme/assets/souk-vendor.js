// Where the theme itself does not know a vendor's page yet, its links are pointed there after asking the app once a name.
(function () {
  var asked = {};

  function addressOf(link) {
    var name = link.getAttribute('data-souk-vendor-name');
    if (!asked[name]) {
      asked[name] = fetch(link.getAttribute('data-souk-find') + '&name=' + encodeURIComponent(name), {
        headers: { accept: 'application/json' },
      }).then(function (response) {
        return response.ok ? response.json() : null;
      });
    }
    return asked[name];
  }

  function fill(root) {
    root.querySelectorAll('a[data-souk-find]').forEach(function (link) {
      addressOf(link)
        .then(function (vendor) {
          if (vendor && vendor.path && /^\/collections\/[a-z0-9-]+$/.test(vendor.path)) {
            link.href = link.getAttribute('data-souk-root').replace(/\/$/, '') + vendor.path;
          }
        })
        .catch(function () {
          // The link leads to the vendor's products as it is.
        });
    });
  }

  fill(document);
  document.addEventListener('shopify:section:load', function (event) {
    fill(event.target);
  });
})();
