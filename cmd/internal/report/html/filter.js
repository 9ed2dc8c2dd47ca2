(() => {
  const form = document.querySelector('form');
  const cards = [...document.querySelectorAll('article')];
  const search = form.querySelector('input');
  const counts = new Map();
  const levels = ['error', 'warning', 'info', 'good', 'quiet'];
  for (const level of levels) for (const card of cards) if (card.className === level) counts.set(card.dataset.label, (counts.get(card.dataset.label) || 0) + 1);
  for (const [label, count] of counts) {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = true;
    box.value = label;
    const wrap = document.createElement('label');
    wrap.append(box, `${label} (${count})`);
    form.insertBefore(wrap, form.querySelector('output'));
  }
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const labels = new Set([...form.querySelectorAll('input:checked')].map((box) => box.value));
    let shown = 0;
    for (const card of cards) {
      const text = card.textContent.toLowerCase();
      card.hidden = !labels.has(card.dataset.label) || !words.every((word) => text.includes(word));
      if (!card.hidden) shown++;
    }
    form.querySelector('output').value = `${shown} of ${cards.length} shown`;
  };
  const follow = () => {
    search.value = decodeURIComponent(location.hash.slice(1));
    apply();
  };
  form.addEventListener('input', apply);
  addEventListener('hashchange', follow); // report.html#mismatch is a link to what it finds
  form.addEventListener('submit', (event) => event.preventDefault());
  if (cards.length > 1) {
    form.hidden = false;
    follow();
  }
})();
