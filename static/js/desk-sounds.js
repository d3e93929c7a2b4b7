// A short sound for each answer: rising for done, twice the same for look here, low and long for no. The library
// says whether there are sounds; each browser may say otherwise, and remembers it.
"use strict";

(() => {
  const toggle = document.getElementById("sounds");
  if (!toggle || !window.AudioContext) return;
  const KEY = "desk-sounds";
  // from when, which pitch, how long: seconds and hertz
  const SOUNDS = {
    ok: ["sine", [0, 880, 0.09], [0.09, 1320, 0.12]],
    warn: ["triangle", [0, 587, 0.12], [0.18, 587, 0.12]],
    no: ["square", [0, 165, 0.35]],
  };
  let speaker = null;

  function wanted() {
    try {
      return (localStorage.getItem(KEY) || toggle.dataset.usual) === "on";
    } catch {
      return toggle.dataset.usual === "on";
    }
  }

  function play(tone) {
    if (!SOUNDS[tone] || !wanted()) return;
    speaker = speaker || new AudioContext();
    if (speaker.state === "suspended") speaker.resume();
    const [shape, ...notes] = SOUNDS[tone];
    for (const [after, pitch, length] of notes) {
      const voice = speaker.createOscillator();
      const volume = speaker.createGain();
      const begins = speaker.currentTime + after;
      voice.type = shape;
      voice.frequency.value = pitch;
      volume.gain.setValueAtTime(shape === "square" ? 0.06 : 0.15, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + length);
      voice.connect(volume).connect(speaker.destination);
      voice.start(begins);
      voice.stop(begins + length);
    }
  }

  function show() {
    toggle.setAttribute("aria-pressed", String(wanted()));
  }

  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    try {
      localStorage.setItem(KEY, wanted() ? "off" : "on");
    } catch {
      toggle.hidden = true;
    }
    show();
    play("ok");
    document.getElementById("code").focus();
  });
  show();

  document.addEventListener("desk:tone", (event) => play(event.detail));
  let heard = null; // the event comes for each part of what was swapped in
  document.addEventListener("htmx:afterSwap", () => {
    const line = document.querySelector("#answer [data-tone]");
    if (line && line !== heard) play(line.dataset.tone);
    heard = line;
  });
})();
