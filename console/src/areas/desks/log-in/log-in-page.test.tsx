import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Console } from '../../../console'
import { endSession, startSession, useSession } from '../../../platform/session'
import { draw, fill, refused } from '../../../testing/draw'
import { hasUnsaved } from '../../../ui/unsaved'
import { innerPath } from './log-in-page'

describe('log in', () => {
  const QUERY = 'GET /admin/venues/query'
  const LOG_IN = 'POST /staff/login'
  const staff = { id: '1', role: 'operator', nickname: '小周', merchantId: null, companyId: null, placeName: null }
  const logIn = { data: { token: '', expiresIn: 7200, staff } }

  /** Renders the console without a session. */
  function drawForGuest(at: string, answers: Parameters<typeof draw>[1]['answers']) {
    const drawn = draw(<Console />, { at, answers, staff: null })
    return { ...drawn, user: userEvent.setup() }
  }

  test('a user without a session is led to the log-in, and from there to the requested page', async () => {
    const { user, address, heard } = drawForGuest('/venues?city=上海市', {
      [LOG_IN]: logIn,
      [QUERY]: { data: [], total: 0 },
    })
    expect(await screen.findByRole('heading', { name: '拍档工作台' })).toBeTruthy()
    expect(screen.getByText(/公司管理员请在拍档「公司」页打开经营看板/)).toBeTruthy()
    await user.type(screen.getByLabelText('账号'), ' operator ')
    await user.type(screen.getByLabelText('密码'), 'demo1234{Enter}')
    expect(await screen.findByText('没有符合条件的场馆')).toBeTruthy()
    expect(decodeURIComponent(address())).toBe('/venues?city=上海市')
    expect(heard.find(({ path }) => path === '/staff/login')?.body).toEqual({
      username: 'operator',
      password: 'demo1234',
    })
  })

  test('empty fields are reported next to them; a wrong password shows the server’s message, and the input stays', async () => {
    const { user } = drawForGuest('/login', {
      [LOG_IN]: { refusal: { status: 400, code: 'login_wrong', msg: '用户名或密码错误' } },
    })
    await user.click(await screen.findByRole('button', { name: '登录' }))
    expect(await screen.findByText('请填写账号')).toBeTruthy()
    expect(screen.getByText('请填写密码')).toBeTruthy()
    await user.type(screen.getByLabelText('账号'), 'operator')
    await user.type(screen.getByLabelText('密码'), 'wrong{Enter}')
    expect(await screen.findByText('用户名或密码错误')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('operator')
  })

  test('a user with a second factor is asked for its code, and only then; a wrong one is typed again', async () => {
    const { user, heard } = drawForGuest('/login?to=/venues', {
      [LOG_IN]: ({ body }) => {
        const { code } = body as { code?: string }
        if (code === undefined) return { refusal: { status: 400, code: 'factor_missing', msg: '请输入两步验证码' } }
        if (code === '000000') return { refusal: { status: 400, code: 'factor_wrong', msg: '验证码不正确' } }
        return logIn
      },
      [QUERY]: { data: [], total: 0 },
    })
    expect(screen.queryByLabelText('两步验证码')).toBeNull()
    await user.type(await screen.findByLabelText('账号'), 'operator')
    await user.type(screen.getByLabelText('密码'), 'demo1234{Enter}')
    const field = await screen.findByLabelText('两步验证码')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.type(field, '000000{Enter}')
    expect(await screen.findByText('验证码不正确')).toBeTruthy()
    await user.clear(field)
    await user.type(field, '123456{Enter}')
    expect(await screen.findByText('还没有场馆。新增一家，或在待办里审核教练提交的场馆')).toBeTruthy()
    const typed = { username: 'operator', password: 'demo1234' }
    expect(heard.filter(({ path }) => path === '/staff/login').map(({ body }) => body)).toEqual([
      typed,
      { ...typed, code: '000000' },
      { ...typed, code: '123456' },
    ])
  })

  test('a page of another role is refused, and is absent from the menu', async () => {
    draw(<Console />, { at: '/venues', staff: { role: 'merchant', merchantId: '1', placeName: '弦音' }, answers: {} })
    expect(await screen.findByText('无权限查看')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '场馆' })).toBeNull()
  })

  test('the form of a senior is refused to an operator, though its address looks like that of a row', async () => {
    draw(<Console />, { at: '/top-up-plans/new', staff: { role: 'operator' }, answers: {} })
    expect(await screen.findByText('无权限查看')).toBeTruthy()
  })

  test('an unknown address is reported as not found', async () => {
    draw(<Console />, { at: '/nowhere', answers: {} })
    expect(await screen.findByText('没有这个页面')).toBeTruthy()
  })

  test('the link of a company’s admin is redeemed once, and removed from the address', async () => {
    const { heard, address } = drawForGuest('/enter?ticket=abc', {
      'POST /staff/enter': {
        refusal: { status: 400, code: 'analytics_link_used', msg: '链接已失效，请在拍档里重新打开' },
      },
    })
    expect(await screen.findByText('链接已失效，请在拍档里重新打开')).toBeTruthy()
    expect(heard.map(({ body }) => body)).toEqual([{ ticket: 'abc' }])
    expect(address()).toContain('/enter')
  })

  test('a link that works is redeemed once, also while the pages behind it open', async () => {
    const entered = { ...staff, role: 'company', companyId: '1', placeName: '青杉网球俱乐部', needsFactor: true }
    const { heard, address } = drawForGuest('/enter?ticket=abc', {
      'POST /staff/enter': { data: { token: '', expiresIn: 7200, staff: entered } },
      'GET /staff/factor': { data: { since: null, recoveryCodesLeft: 0, isDemanded: true } },
    })
    await waitFor(() => expect(address()).toBe('/second-factor'))
    expect(heard.filter(({ path }) => path === '/staff/enter')).toHaveLength(1)
  })

  test.each(['', '。', '%E3%80%82', '%EF%BC%89.', '%3E'])(
    'the link is redeemed with a mark behind it: %s',
    async (mark) => {
      const ticket = `${'a-B_9'.repeat(8)}xyz`
      const { heard } = drawForGuest(`/enter?ticket=${ticket}${mark}`, {
        'POST /staff/enter': { refusal: { status: 400, code: 'analytics_link_used', msg: '链接已失效' } },
      })
      expect(await screen.findByText('链接已失效')).toBeTruthy()
      expect(heard.map(({ body }) => body)).toEqual([{ ticket }])
    },
  )

  test('with a full storage a log-in works, and says that it ends with the page', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    const { user } = drawForGuest('/venues', { [LOG_IN]: logIn, [QUERY]: { data: [], total: 0 } })
    await user.type(await screen.findByLabelText('账号'), 'operator')
    await user.type(screen.getByLabelText('密码'), 'demo1234')
    // The message closes after some seconds, so it is looked for from the press on.
    fireEvent.click(screen.getByRole('button', { name: '登录' }))
    expect(await screen.findByText(/^本次登录只在这个页面有效/)).toBeTruthy()
    expect(await screen.findByText('还没有场馆。新增一家，或在待办里审核教练提交的场馆')).toBeTruthy()
    vi.restoreAllMocks()
  })

  test('a session that has ended leads to the log-in, whatever was open', async () => {
    const { address } = draw(<Console />, {
      at: '/venues',
      answers: { [QUERY]: { refusal: { status: 401, code: 'session_expired', msg: '登录已过期，请重新登录' } } },
    })
    expect(await screen.findByLabelText('账号')).toBeTruthy()
    expect(decodeURIComponent(address())).toBe('/login?to=/venues')
    expect(useSession.getState().staff).toBeNull()
  })

  test('a token near its end is renewed before the call, once for simultaneous calls', async () => {
    const { heard } = draw(<Console />, {
      at: '/venues',
      expiresIn: 60,
      answers: { 'POST /staff/renew': logIn, [QUERY]: { data: [], total: 0 } },
    })
    expect(await screen.findByText('还没有场馆。新增一家，或在待办里审核教练提交的场馆')).toBeTruthy()
    // The page and the menu ask at once.
    expect(heard[0]?.path).toBe('/staff/renew')
    expect(heard.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      ['GET /admin/inbox', 'GET /features', QUERY, 'POST /staff/renew'].sort(),
    )
    // What a deployment goes without is open to everybody.
    const own = heard.filter(({ path }) => path !== '/features')
    expect(own.map(({ account }) => account)).toEqual(Array(3).fill('staff:1'))
    expect(useSession.getState().expiresAt).toBeGreaterThan(Date.now() + 7_000_000)
  })

  test('a log-out is sent to the server, and ends the session whatever the answer is', async () => {
    const user = userEvent.setup()
    const { heard } = draw(<Console />, {
      at: '/venues',
      answers: {
        [QUERY]: { data: [], total: 0 },
        'POST /staff/logout': { refusal: { status: 503, code: 'server_busy', msg: '有点忙，请稍后再试' } },
      },
    })
    await user.click(await screen.findByRole('button', { name: /退出/ }))
    expect(await screen.findByLabelText('账号')).toBeTruthy()
    expect(heard.at(-1)?.path).toBe('/staff/logout')
    endSession()
  })

  test('the menu counts what waits on a page, and says when something is over its limit', async () => {
    const counts = [
      { kind: 'SHOP_UNSENT', waiting: 2, late: 1 },
      { kind: 'SHOP_REFUND', waiting: 1, late: 0 },
      { kind: 'JOB', waiting: 4, late: 0 },
    ]
    draw(<Console />, {
      at: '/venues',
      answers: { [QUERY]: { data: [], total: 0 }, 'GET /admin/inbox': { data: { counts, items: [] } } },
    })
    const menu = within(await screen.findByRole('navigation', { name: '主菜单' }))
    expect(await menu.findByTitle('7 条待处理，其中 1 条超时')).toBeTruthy()
    expect(menu.getByTitle('3 条待处理，其中 1 条超时')).toBeTruthy()
    expect(menu.getByTitle('4 条待处理')).toBeTruthy()
  })

  test('nobody but an operator reads the inbox', async () => {
    const { heard } = draw(<Console />, {
      at: '/venues',
      staff: { role: 'merchant', merchantId: '1', placeName: '弦音' },
      answers: {},
    })
    await screen.findByRole('navigation', { name: '主菜单' })
    expect(heard.map(({ path }) => path)).not.toContain('/admin/inbox')
  })

  test('a log-out that nobody answered is reported, and the session stays until the server ends it', async () => {
    const user = userEvent.setup()
    draw(<Console />, {
      at: '/venues',
      answers: {
        [QUERY]: { data: [], total: 0 },
        'POST /staff/logout': () => {
          throw new Error('the line is down')
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: /退出/ }))
    expect(await screen.findByText('没有退出：网络异常，请检查网络后重试')).toBeTruthy()
    expect(useSession.getState().staff).toMatchObject({ id: '1' })
  })

  test('a log-out in one tab ends the session in every tab', async () => {
    draw(<Console />, { at: '/venues', answers: { [QUERY]: { data: [], total: 0 } } })
    await screen.findByText('还没有场馆。新增一家，或在待办里审核教练提交的场馆')
    localStorage.setItem('paidang-console', JSON.stringify({ state: { staff: null, expiresAt: 0 }, version: 1 }))
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'paidang-console' })))
    expect(await screen.findByLabelText('账号')).toBeTruthy()
  })

  test('the browser keeps nothing that opens a call, and what an earlier version kept is removed', async () => {
    const { user } = drawForGuest('/login', {
      [LOG_IN]: { data: { ...logIn.data, token: 'a secret' } },
      [QUERY]: { data: [], total: 0 },
    })
    await user.type(await screen.findByLabelText('账号'), 'operator')
    await user.type(screen.getByLabelText('密码'), 'demo1234{Enter}')
    await screen.findByRole('button', { name: /退出/ })
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('a secret')
    const earlier = { state: { token: 'a secret', staff, expiresAt: 9e15 }, version: 0 }
    localStorage.setItem('paidang-console', JSON.stringify(earlier))
    await act(async () => useSession.persist.rehydrate())
    expect(localStorage.getItem('paidang-console')).not.toContain('a secret')
    expect(useSession.getState().staff).toBeNull()
  })
})

describe('accounts', () => {
  const QUERY = 'GET /admin/venues/query'
  const RENEW = 'POST /staff/renew'
  const noVenues = { data: [], total: 0 }

  test('a token that cannot be renewed opens calls until it expires', async () => {
    const { heard } = draw(<Console />, {
      at: '/venues',
      expiresIn: 60,
      answers: { [RENEW]: refused('session_expired'), [QUERY]: noVenues },
    })
    await screen.findByText('还没有场馆。新增一家，或在待办里审核教练提交的场馆')
    await userEvent.setup().type(screen.getByLabelText('名称或地址'), '星湖')
    await screen.findByText('还没有场馆。新增一家，或在待办里审核教练提交的场馆')
    expect(useSession.getState().staff).toMatchObject({ id: '1' })
    expect(heard.map(({ path }) => path)).toContain('/staff/renew')
    expect(heard.filter(({ path }) => path === '/staff/renew')).toHaveLength(1)
  })

  const PLANS = 'POST /admin/top-up-plans'
  const senior = {
    id: '1',
    role: 'senior',
    nickname: '小周',
    merchantId: null,
    companyId: null,
    placeName: null,
  } as const

  /** A new plan is typed and sent, and the session has ended meanwhile. */
  async function drawOver(account: { id: string; nickname: string }) {
    let isOver = true
    const drawn = draw(<Console />, {
      at: '/top-up-plans/new',
      staff: senior,
      answers: {
        [RENEW]: refused('session_expired'),
        [PLANS]: () => refused(isOver ? 'session_expired' : 'top_up_plan_taken'),
        'POST /staff/login': () => {
          isOver = false
          return { data: { token: '', expiresIn: 7200, staff: { ...senior, ...account } } }
        },
      },
    })
    fill([await screen.findByLabelText('充值金额'), '300'])
    const user = userEvent.setup()
    await user.click(screen.getByText('新增方案'))
    await screen.findByText('登录已过期，同一账号登录后可以继续填写')
    return { ...drawn, user }
  }
  const logInAgain = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.type(screen.getByLabelText('账号'), 'senior')
    await user.type(screen.getByLabelText('密码'), 'demo1234{Enter}')
  }

  test('where a form was open, it waits out of sight while its account logs in again', async () => {
    const { user, address, writes } = await drawOver(senior)
    expect(document.body.className).toContain('is-left')
    expect(localStorage.getItem('paidang-console')).not.toContain('小周')
    // A window that waits behind hears nothing of the keys.
    const heard = vi.fn()
    addEventListener('keydown', heard)
    await user.keyboard('{Escape}')
    removeEventListener('keydown', heard)
    expect(heard).not.toHaveBeenCalled()
    await logInAgain(user)
    await waitFor(() => expect(document.body.className).not.toContain('is-left'))
    expect(address()).toBe('/top-up-plans/new')
    await user.click(screen.getByText('新增方案'))
    await screen.findByText('已有同样金额的在售方案')
    const sent = writes().filter(([path]) => path === PLANS)
    expect(sent).toEqual(Array(2).fill([PLANS, { principalFen: 30_000, giftFen: 0, isOnSale: true }]))
  })

  test('another account finds nothing of that form: the console begins anew', async () => {
    const { user, writes } = await drawOver({ id: '2', nickname: '小李' })
    await logInAgain(user)
    await waitFor(() => expect(document.documentElement.hidden).toBe(true))
    document.documentElement.hidden = false
    expect(screen.queryByDisplayValue(/^300/)).toBeNull()
    expect(hasUnsaved()).toBe(false)
    expect(writes().filter(([path]) => path === PLANS)).toHaveLength(1)
  })

  test('an end that another page noticed first leaves the form, too', async () => {
    draw(<Console />, { at: '/top-up-plans/new', staff: senior, answers: {} })
    fill([await screen.findByLabelText('充值金额'), '300'])
    localStorage.setItem('paidang-console', JSON.stringify({ state: { staff: null, expiresAt: 0 }, version: 1 }))
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'paidang-console' })))
    await screen.findByText('登录已过期，同一账号登录后可以继续填写')
    expect(screen.getByDisplayValue(/^300/)).toBeTruthy()
    act(endSession)
  })

  test('data read for one account is gone for the next one in the same browser', async () => {
    const shop = (merchantId: string) => ({ role: 'owner', merchantId, placeName: `店铺${merchantId}` }) as const
    let hasAnswer = true
    const { heard } = draw(<Console />, {
      at: '/services',
      staff: shop('1'),
      answers: {
        'GET /merchant/threading/services': () => {
          if (!hasAnswer) throw new Error('no answer')
          return { data: [] }
        },
      },
    })
    await screen.findAllByText(/还没有/)
    hasAnswer = false
    const staff = {
      id: '2',
      nickname: '小李',
      companyId: null,
      isPasswordGiven: false,
      needsFactor: false,
      ...shop('2'),
    }
    act(() => startSession({ expiresIn: 7200, staff }, Date.now()))
    expect(await screen.findByText('店铺2')).toBeTruthy()
    expect(screen.queryByText(/还没有/)).toBeNull()
    expect(heard.length).toBeGreaterThan(1)
  })
})

describe('inner path', () => {
  test.each([
    ['/venues?city=上海市', '/venues?city=上海市'],
    [null, '/'],
    ['', '/'],
    ['/', '/'],
    ['//elsewhere.example/', '/'],
    ['/\\elsewhere.example', '/'],
    ['https://elsewhere.example/', '/'],
    ['/\t/elsewhere.example', '/'],
    ['javascript:alert(1)', '/'],
  ])('%s leads to %s', (to, path) => {
    expect(innerPath(to)).toBe(path)
  })

  test('any address stays on this host', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((text) => `/${text}`),
        ),
        (to) => {
          expect(new URL(innerPath(to), 'https://console.test').host).toBe('console.test')
        },
      ),
    )
  })
})
