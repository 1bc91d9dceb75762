import { options } from 'preact';

/**
 * Effects follow by a timer alone. Preact's own way waits for a frame of the browser or for a timer that gives the frame up, and
 * jsdom has no frames any more when that timer comes after a file's last test.
 */
options.requestAnimationFrame = (flush) => {
  setTimeout(flush);
};
