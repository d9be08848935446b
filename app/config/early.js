// Runs as part of the page, before the scripts of the app are there: early-pages.ts writes it into the page, with the files
// of the tabs. It asks for what a tab shows first, and for the scripts of the first page. Nothing compiles it: ES2017.
;((files) => {
  const route = location.hash.replace(/^#?\/*/, '').split('?')[0] || 'pages/home/index'
  const stored = (key) => {
    try {
      // An absent key must not throw: that costs the parsing of the script once more.
      const kept = JSON.parse(localStorage.getItem(key))
      return kept === null ? null : kept.data
    } catch (_blocked) {
      return null
    }
  }
  const isHome = route === 'pages/home/index'
  // A coach has another home, in files of its own.
  const isCoach = stored('identity') === 'coach'
  const preload = (as, href, fetchPriority) =>
    document.head.appendChild(
      Object.assign(document.createElement('link'), { rel: 'preload', as, href, fetchPriority }),
    )
  const token = stored('token')
  // A token near its end is exchanged first.
  const isFresh = stored('expiresAt') - Date.now() > 300000
  const me = stored('userId')
  const day = new Date(Date.now() + 28800000).toISOString().slice(0, 10)
  // The coach with whom the booking page began the last time, if it was the same person.
  const [whose, lastCoach] = stored('firstCoach') || []
  const hoursWith = (coachId) => [`/user-course-contract/active/by-user/${me}/${coachId}`]
  const ownGames = `/invitationball/getUserBallsByStatusGroup/1/${me}`
  // What a tab asks for when it is drawn, to the letter: the address below /aaapi, and the body of a POST.
  const firstReads = {
    'pages/home/index': isCoach ? [] : [[`/home/start?date=${day}`]],
    'pages/bookingClass/index': isCoach
      ? []
      : [[`/user-relation/coach-by-player/${me}`], ...(whose === me && lastCoach ? [hoursWith(lastCoach)] : [])],
    'pages/bookingBall/index': [
      ['/invitationball/list', '{"current":1,"rows":10,"sort":"activityTime","sord":"asc","filters":{}}'],
      [`${ownGames}?current=1&rows=10&sort=activityTime&sord=asc&role=initiator`],
    ],
    'pages/threading/index': [
      ['/threading/rackets'],
      [`/app-user-threading/by-user/${me}?current=1&rows=30&responseStatus=all`],
      ['/threading/merchants?current=1&rows=10&order=rating'],
    ],
    'pages/my/index': [[`/app-users/get-plaperVO/${me}`]],
  }
  const ask = ([path, body]) => {
    const method = body ? 'POST' : 'GET'
    const headers = { Authorization: `Bearer ${token}` }
    const call = { method, url: `/aaapi${path}`, body, authorization: headers.Authorization, at: Date.now() }
    // Without an answer the app asks again. A tab is drawn with those that are there first.
    call.answer = fetch(call.url, {
      method,
      headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
      body,
    })
      .then((answer) =>
        answer.text().then((text) => {
          const { status, headers } = answer
          const retryAfter = headers.get('retry-after') || undefined
          call.come = { status, body: JSON.parse(text), retryAfter }
          return call.come
        }),
      )
      .catch(() => undefined)
    return call
  }
  if (token && me && isFresh) {
    const calls = (firstReads[route] || []).map(ask)
    window.earlyCalls = calls
    // The picture on top is the largest of the page.
    const picture = (image) => image && preload('image', `/aaapi/files/${image}`, 'high')
    // What stood on top of home the last time, if that was today: shell.js shows it until the answer is there.
    const [whoseTop, dayOfTop, lastTop] = stored('topAdvert') || []
    const isLastTop = isHome && !isCoach && whoseTop === me && dayOfTop === day
    if (isLastTop) {
      picture(lastTop.image)
      window.lastTopAdvert = lastTop
    }
    // What the first answer names. It may name nothing.
    const follow = {
      'pages/home/index': ({ topAdverts: [top] }) => {
        if (!top) return localStorage.removeItem('topAdvert')
        const { image, label, title, subtitle } = top
        if (!isLastTop || image !== lastTop.image) picture(image)
        localStorage.setItem('topAdvert', JSON.stringify({ data: [me, day, { image, label, title, subtitle }] }))
      },
      'pages/bookingBall/index': (games) => picture(games[0].stadiumAvatar),
      // The page begins with the usual coach, or with the only one.
      'pages/bookingClass/index': (coaches) => {
        const most = Math.max(...coaches.map(({ finishedClasses }) => finishedClasses))
        const { coach } = coaches.find(({ finishedClasses }) => finishedClasses === most)
        if (most === 0 && coaches.length > 1) return
        if (whose !== me || coach.id !== lastCoach) window.earlyCalls.push(ask(hoursWith(coach.id)))
        localStorage.setItem('firstCoach', JSON.stringify({ data: [me, coach.id] }))
      },
    }[route]
    if (follow && calls.length > 0) calls[0].answer.then(({ body }) => follow(body.data)).catch(() => undefined)
  }
  // Six connections are all that a browser opens: the app's own scripts come before these.
  for (const file of [...(files[route] || []), ...(isHome && isCoach ? files.coachHome : [])])
    preload(file.endsWith('.css') ? 'style' : 'script', `./${file}`, 'low')
})(FILES)
