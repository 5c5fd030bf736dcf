// Sounds, if the user has switched them on: a knock when a disc lands, a few notes at the end of a game.
import { settings } from "./settings.js";

// In hertz.
const END_NOTES = { win: [523, 659, 784], draw: [523, 523], loss: [392, 311, 262] };
const NOTE_SECONDS = 0.16;
// After the disc has landed.
const END_DELAY = 0.4;

let audio = null;

function playTone({ from, to = from, delay = 0, seconds, gain }) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const start = audio.currentTime + delay;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: from });
  const volume = new GainNode(audio, { gain });
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + 0.7 * seconds);
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds);
}

/** The higher the row, the higher the tone. */
export const knock = (row) => playTone({ from: 180 + 25 * row, to: 70, seconds: 0.13, gain: 0.25 });

/** The end of a game: a win, a draw or a loss. */
export function playEnd(result) {
  END_NOTES[result].forEach((from, index) => {
    playTone({ from, delay: END_DELAY + index * NOTE_SECONDS, seconds: 2.5 * NOTE_SECONDS, gain: 0.12 });
  });
}
