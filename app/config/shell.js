// Runs at the end of the page. On a phone with a session it shows the frame of a tab until the app has drawn the tab itself:
// its bars, and on home and 我的 the picture on top. Names between percent signs become the classes of these modules.
;(() => {
  const shell = document.getElementById('shell')
  const route = location.hash.replace(/^#?\/*/, '').split('?')[0] || 'pages/home/index'
  const tab = shell.querySelector(`[data-route="${route}"]`)
  // early.js asks for nothing without a session.
  const calls = window.earlyCalls
  if (!calls || !tab) return shell.remove()
  const stored = (key) => {
    const kept = JSON.parse(localStorage.getItem(key))
    return kept ? kept.data : null
  }
  const say = (where, text) => {
    shell.querySelector(where).dataset.text = text || ''
  }
  const show = (where, image) => {
    const picture = shell.querySelector(where)
    const address = `/aaapi/files/${image}`
    if (picture.getAttribute('src') !== address) picture.src = address
  }
  tab.classList.add('%app-frame.on%')
  tab.firstElementChild.classList.add('%icon.soft%')
  const known = { 'pages/home/index': 'home', 'pages/my/index': 'my' }[route] || 'other'
  const part = `[data-of=${known}]`
  shell.querySelector(part).hidden = false
  // On 我的 a coach has a switch in place of the title.
  if (known === 'other' || (known === 'my' && stored('identity') !== 'coach'))
    say(`${part} .%page-frame.title%`, tab.lastElementChild.dataset.text)
  if (known === 'my') {
    const { avatar, nickname } = stored('userInfo') || {}
    say('.%my-view.self% .t-title-1', nickname)
    if (avatar) show('.%avatar.picture%', avatar)
  }
  const advertise = ({ image, label, title, subtitle }) => {
    document.getElementById('advert').hidden = !image
    if (!image) return
    say('.%tag.tag%', label)
    say('.%advert-carousel.title%', title)
    say('.%advert-carousel.subtitle%', subtitle)
    show('.%advert-carousel.image%', image)
  }
  // The home of coaches begins with other things, and is not asked for early.
  if (calls.length === 0) document.getElementById('player-home').remove()
  else if (known === 'home') {
    if (window.lastTopAdvert) advertise(window.lastTopAdvert)
    calls[0].answer.then(({ body }) => advertise(body.data.topAdverts[0] || {})).catch(() => undefined)
  }
  shell.hidden = false
  // Before the frame in which the page is painted.
  const drawn = new MutationObserver(() => {
    if (!document.querySelector('.taro_page')) return
    drawn.disconnect()
    shell.remove()
  })
  drawn.observe(document.body, { childList: true, subtree: true })
})()
