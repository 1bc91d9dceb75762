// Makes a picture small enough to be sent with a message; loaded for the first one that somebody chooses.
window.soukPicture = function (file, unreadable) {
  return createImageBitmap(file).then(
    function (bitmap) {
      var scale = Math.min(1, 1600 / Math.max(bitmap.width, bitmap.height));
      var canvas = document.createElement('canvas');
      canvas.width = Math.round(bitmap.width * scale) || 1;
      canvas.height = Math.round(bitmap.height * scale) || 1;
      var pen = canvas.getContext('2d');
      // What is transparent would become black.
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      var quality = 0.85;
      var address = canvas.toDataURL('image/jpeg', quality);
      while (address.length > 540000 && quality > 0.2) {
        quality -= 0.15;
        address = canvas.toDataURL('image/jpeg', quality);
      }
      return address;
    },
    function () {
      throw new Error(unreadable);
    },
  );
};
