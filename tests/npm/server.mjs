// A server to test against: the program is in the environment.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Starts `lapidary serve`, or another `command` that serves, on a free port. Resolves to { url, port, stop(signal) }. */
export async function startServer({ command = ['serve'], store = 'memory:', port = 0, more = [], env = {} } = {}) {
  const program = process.env.LAPIDARY ?? 'lapidary';
  // Bots that do not think for long: most tests are not about how well they play.
  const quick = ['--limit', 'thinking_time=5'];
  const child = spawn(program, [...command, '--port', String(port), '--store', store, ...quick, ...more], {
    env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said = (said + text).slice(-4000)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.once('exit', () => child.kill('SIGKILL')); // if a test has failed before it could stop it
  const line = await Promise.race([
    new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then((code) => Promise.reject(new Error(`the server ended with ${code}: ${said}`))),
  ]);
  const url = line.match(/https?:\/\/[^\s]+/)[0];
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return { url, port: Number(new URL(url).port), stop, said: () => said };
}
