// Notices when a worker is lost, because a dead worker sends no message, and one that computes without end cannot send any. While the
// page waits for the worker, it asks every second. A worker that answers is itself waiting, for the network. A worker that does not
// answer is computing or dead.
//
// Seconds are counted by the questions, not by the clock, so that the sleep of a computer or of a hidden tab does not count.

const LATE = 10; // seconds without progress, until the person is told
const STALLED = 20; // seconds, until a worker that computes nothing is given up
const ENDLESS = 120; // seconds, until a worker that computes is given up

// `hear(message)` gets the worker's messages. `waits(seconds)` is called each second without progress, and with 0 after progress.
// `late` is called when the person should be told. `lost` gets the seconds, and whether the worker was computing.
export function attend(worker, { hear, waits, late, lost }) {
  let owed = 0; // number of answers that the worker still owes
  let quiet = 0; // seconds without progress
  let bytes = 0;
  let working = false; // it began to handle a message and has not finished
  let answers = false; // whether it answered the last question

  function ask() {
    if (!owed) return;
    quiet += 1;
    const computes = working && !answers;
    const limit = computes ? ENDLESS : STALLED;
    waits(quiet);
    if (quiet === LATE) late({ seconds: quiet, limit, computes });
    if (quiet >= limit) return lost({ seconds: quiet, computes });
    answers = false;
    worker.postMessage({ type: "ping" });
  }
  const timer = setInterval(ask, 1000);

  worker.onmessage = ({ data }) => {
    answers = data.type === "pong";
    if (answers && data.bytes === bytes) return;
    bytes = data.bytes ?? bytes;
    if (quiet) waits(0);
    quiet = 0;
    if (data.type === "begun") working = true;
    else if (data.type === "idle") {
      working = false;
      owed -= 1;
    }
    if (!["pong", "begun"].includes(data.type)) hear(data);
  };

  return {
    post(message, given = []) {
      owed += 1;
      worker.postMessage(message, given);
    },
    end() {
      clearInterval(timer);
      worker.onmessage = worker.onerror = null;
      worker.terminate();
    },
  };
}
