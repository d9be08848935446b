import { describe, expect, test } from 'vitest'
import { builtPackage } from './harness/package-files.ts'
import { useProduct } from './harness/product.ts'

const { launch } = useProduct()
const built = builtPackage()

/** What comes from another sub-package: its page, its file, and words that stand nowhere else. */
const TABS = [
  { page: 'pages/bookingClass/index', file: 'pages/booking/tab.js', shows: '请选择时段' },
  { page: 'pages/bookingBall/index', file: 'bookingBall/tab.js', shows: '我参加的' },
  { page: 'pages/threading/index', file: 'threading/tab.js', shows: '全部商家' },
  { page: 'pages/my/index', file: 'pages/user_card/tab.js', shows: '退出登录' },
]
const LATE = [
  ...TABS.map((tab) => ({ ...tab, as: 'player' })),
  { page: 'pages/home/index', file: 'pages/login/coach-home.js', shows: '整天日程', as: 'coach' },
  { page: 'user/pages/user_business_card/index', file: 'pages/user_card/edit.js', shows: '经典紫', as: 'player' },
  { page: 'user/pages/register/index', file: 'pages/login/register.js', shows: '已有账号，去登录', as: 'player' },
  {
    page: 'user/pages/agreement/index',
    file: 'pages/login/agreement.js',
    shows: '不同意变更可以停止使用',
    as: 'player',
  },
]
const FAILED = '页面加载失败'

const rootOf = (file: string) => built.app.subPackages.find(({ root }) => file.startsWith(`${root}/`))?.root ?? ''
const inMain = built.files().filter(({ path }) => path.endsWith('.js') && rootOf(path) === '')

test('each tab but home is late', () => {
  expect(TABS.map(({ page }) => page)).toEqual(built.tabs.slice(1))
})

describe.each(LATE)('$page for a $as', ({ page, file, shows, as }) => {
  test('opened first of all, as from a link, shows its skeleton and then its body', async () => {
    const program = await launch({ as, url: page, storage: { identity: as } })
    await program.screen.finds({ label: '加载中' })
    await program.screen.sees(shows)
    await program.isQuiet()
  })

  test('that cannot be downloaded says so, and a retry shows it', async () => {
    const program = await launch({ as, url: page, storage: { identity: as } })
    program.subPackages.failing.add(rootOf(file))
    await program.screen.sees(FAILED)
    expect(program.screen.text).not.toContain(shows)
    program.subPackages.failing.clear()
    await program.screen.tap({ text: '重试' })
    await program.screen.sees(shows)
    expect(program.screen.text).not.toContain(FAILED)
  })

  test('is not in the main package, and preloaded by home', () => {
    expect(inMain.filter(({ path }) => built.text(path).includes(shows))).toEqual([])
    expect(built.has(file)).toBe(true)
    const { preloadRule } = built.app as unknown as { preloadRule: Record<string, { packages: string[] }> }
    expect(preloadRule['pages/home/index']?.packages).toContain(rootOf(file))
  })
})

test('a tab that arrives while another is shown waits for its return', async () => {
  const program = await launch({ as: 'player' })
  await program.isQuiet()
  program.tapTab(4)
  await program.screen.finds({ label: '加载中' })
  program.tapTab(0)
  await program.isQuiet()
  const titles = program.callsOf('setNavigationBarTitle').map(({ options }) => (options as { title: string }).title)
  expect(titles.at(-1)).toBe('首页')
  program.tapTab(4)
  await program.screen.sees('退出登录')
})

test('the names of regions that cannot be downloaded are tried again in their sheet', async () => {
  const program = await launch({ as: 'player', url: 'user/pages/user_addrs_add/index' })
  await program.screen.sees('所在地区')
  program.subPackages.failing.add('shop')
  await program.screen.tap({ role: 'button', label: /^所在地区/ })
  await program.screen.sees('地区没有取到')
  program.subPackages.failing.clear()
  await program.screen.tap({ text: '重试' })
  await program.screen.sees('北京市')
})
