/** The sound of a card that lands; it is off until the player switches it on. */

import { button, wide } from "./core.js";

/** @type {AudioContext | null} */
let player = null;

/**
 * The button that switches sound on or off; browsers play sound only after a press like this.
 * @param {import("./core.js").AnyView} it @param {import("./core.js").Child} [sign] all that a narrow page shows
 */
export const soundButton = ({ words, draw }, sign) =>
  button(
    sign ? [sign, wide(words["widget.sound"])] : words["widget.sound"],
    () => {
      void player?.close();
      player = player ? null : new AudioContext();
      draw();
    },
    { key: "sound", "aria-pressed": String(player !== null) },
  );

/** A short tone: high for a card that lands, low for one that came too late. @param {number} pitch */
export const tone = (pitch) => {
  if (!player) return;
  const [source, volume, now] = [player.createOscillator(), player.createGain(), player.currentTime];
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.09);
  source.connect(volume).connect(player.destination);
  source.start(now);
  source.stop(now + 0.1);
};
