// A short knock when a disc lands. Off unless the person switches it on.
import { settings } from "./settings.js";

let audio;

export function knock(row) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(180 + 25 * row, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(70, audio.currentTime + 0.09);
  loudness.gain.setValueAtTime(0.25, audio.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.13);
  tone.connect(loudness).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.14);
}
