// Small sounds, made by the browser itself; off until somebody asks for them.
import { setting } from './settings.js';

/** By what they tell: [frequency in Hz, beginning in s]. */
const SOUNDS = { move: [[320, 0]], won: [[520, 0], [780, 0.09]], turn: [[660, 0], [880, 0.16]] };
const LENGTH = 0.12;

let context;

export function sound(name) {
  if (setting('sound') !== 'yes') return;
  context ??= new AudioContext();
  for (const [frequency, begin] of SOUNDS[name]) tone(frequency, context.currentTime + begin);
}

function tone(frequency, begin) {
  const [oscillator, volume] = [context.createOscillator(), context.createGain()];
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0.08, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + LENGTH);
}
