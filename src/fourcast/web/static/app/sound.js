// A short knock when a disc lands, if the user has switched it on.
import { settings } from "./settings.js";

let audio = null;

/** The higher the row, the higher the tone. */
export function knock(row) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: 180 + 25 * row });
  const volume = new GainNode(audio, { gain: 0.25 });
  tone.frequency.exponentialRampToValueAtTime(70, now + 0.09);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.13);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(now + 0.14);
}
