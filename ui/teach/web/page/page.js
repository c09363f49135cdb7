'use strict';
(() => {
  const at = id => document.getElementById(id);
  const screen = at('screen'), now = at('now'), clock = at('clock'), said = at('said'), sentences = at('sentences');
  let size = '', source = null, heard = 0, wait = 1000, until = 0, text = 'Connecting.', bad = false;

  // The size with the larger screen where its letters can be read.
  const fits = () => innerWidth / 120 / .605 >= 10 && innerHeight / 41 / 1.165 >= 10 ? '120x40' : '80x24';

  const state = (words, bad) => { now.textContent = words; now.className = bad ? 'gone' : ''; };

  const draw = data => {
    while (screen.children.length > data.n) screen.lastChild.remove();
    while (screen.children.length < data.n) screen.append(document.createElement('div'));
    for (const [y, pieces] of data.rows) {
      screen.children[y].replaceChildren(...pieces.map(([look, words, cells]) => {
        if (!look && !cells) return document.createTextNode(words);
        const one = document.createElement(cells ? 'i' : 'span');
        one.className = (cells ? 'c c' + cells + ' ' : '') + look;
        one.textContent = words;
        return one;
      }));
    }
  };

  // The newest stand first. Those that stand already stay as they are: what is put in is read aloud.
  const tell = rows => {
    for (const p of [...sentences.children]) if (!rows.includes(p.textContent)) p.remove();
    const stand = new Set([...sentences.children].map(p => p.textContent));
    sentences.prepend(...rows.filter(row => !stand.has(row)).map(row => {
      const p = document.createElement('p');
      p.textContent = row;
      return p;
    }));
  };

  const tick = () => {
    const left = Math.max(0, Math.round((until - Date.now()) / 1000));
    clock.hidden = !until;
    clock.textContent = until ? Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0') : '';
  };

  const events = {
    rows: draw,
    told: tell,
    now: data => {
      text = data.text;
      bad = data.frozen;
      if (said.textContent !== data.said) said.textContent = data.said;
      said.hidden = !data.said;
      until = data.left > 0 ? Date.now() + 1000 * data.left : 0;
      tick();
    },
    over: () => { text = 'The class is over.'; bad = true; close(); later(10000); },
    full: () => { text = 'The class has as many browsers as it can have. This is tried again by itself.'; bad = true; close(); later(10000); },
    code: () => { close(); location.replace('/'); },
  };

  const take = (kind, data) => {
    heard = Date.now();
    wait = 1000;
    events[kind](JSON.parse(data));
    state(text, bad);
  };

  const close = () => { if (source) source.close(); source = null; };
  const later = least => { setTimeout(open, Math.max(least, wait) * (1 + Math.random())); wait = Math.min(2 * wait, 20000); };

  const open = () => {
    close();
    heard = Date.now();
    let came = false;
    if (size !== fits()) { size = fits(); screen.className = 'w' + size.split('x')[0]; screen.replaceChildren(); }
    const mine = source = new EventSource('events?size=' + size);
    for (const kind in events) mine.addEventListener(kind, e => { if (source === mine) { came = true; take(kind, e.data); } });
    mine.addEventListener('beat', () => { heard = Date.now(); });
    mine.onerror = () => {
      if (source !== mine) return;
      state('The connection is lost. This is tried again by itself.', true);
      close();
      later(0);
    };
    // A proxy may keep what it gets until the answer ends: then answers have to end.
    setTimeout(async () => {
      const still = 'still?size=' + size;
      if (source === mine && !came && (await fetch(still)).ok && !came) location.replace(still);
    }, 8000);
  };

  setInterval(() => {
    tick();
    if (source && Date.now() - heard > 45000) open();
  }, 500);
  let resized = 0;
  addEventListener('resize', () => { clearTimeout(resized); resized = setTimeout(() => { if (size !== fits()) open(); }, 300); });
  open();
})();
