/** Makes the tabs switch panels, by pointer and by arrow keys. A new panel shows no verdict of the one before. */
export function handleTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role="tab"]')]
  const select = (chosen: HTMLButtonElement) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
      if (panel) panel.hidden = !isChosen
    }
    const verdict = document.getElementById('verdict')
    if (verdict) verdict.hidden = true
  }
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(tab))
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      const next = step === 0 ? undefined : tabs.at((place + step) % tabs.length)
      if (!next) return
      select(next)
      next.focus()
    })
  }
  if (tabs[0]) select(tabs[0])
}
