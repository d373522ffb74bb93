// Tests that speak TAP: test(name, run) ..., then done().
const tests = [];

export const test = (name, run) => tests.push({ name, run });

export async function done(cleanUp = () => {}) {
  console.log('TAP version 13');
  console.log(`1..${tests.length}`);
  for (const [i, { name, run }] of tests.entries()) {
    try {
      await run();
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
