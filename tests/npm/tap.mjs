// Tests that speak TAP: test(name, run) ..., then done().
const LIMIT = 600_000;
const tests = [];

export const test = (name, run) => tests.push({ name, run });

/** A test that hangs must fail, and let the others run. */
async function within(promise) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`not done within ${LIMIT} ms`)), LIMIT)));
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export async function done(cleanUp = () => {}) {
  console.log('TAP version 13');
  console.log(`1..${tests.length}`);
  for (const [i, { name, run }] of tests.entries()) {
    try {
      await within(run());
      console.log(`ok ${i + 1} ${name}`);
    } catch (error) {
      console.log(`not ok ${i + 1} ${name}`);
      console.log(String(error.stack ?? error).replace(/^/gm, '# '));
      process.exitCode = 1;
    }
  }
  await cleanUp();
  process.exit(); // whatever a test that has failed left running
}
