const isH5 = process.env.TARO_ENV === 'h5'
/** The version uploaded to WeChat has no page of the payment simulator. */
const isRelease = process.env.PAIDANG_RELEASE === '1'

const tabs = [
  { pagePath: 'pages/home/index', text: '首页', icon: 'Home' },
  { pagePath: 'pages/bookingClass/index', text: '约课', icon: 'BookingClass' },
  { pagePath: 'pages/bookingBall/index', text: '约球', icon: 'BookingBall' },
  { pagePath: 'pages/threading/index', text: '穿线', icon: 'Threading' },
  { pagePath: 'pages/my/index', text: '我的', icon: 'My' },
]

/** Taro's types accept only literal values, not names from theme.json. */
const themed = (name: string) => name as never

/** Names with an @ are defined in theme.json, once for the light and once for the dark theme. */
const weappLook = {
  window: {
    navigationBarBackgroundColor: '@surface',
    navigationBarTextStyle: themed('@barText'),
    backgroundColor: '@page',
    backgroundColorTop: '@page',
    backgroundColorBottom: '@page',
    backgroundTextStyle: themed('@pullText'),
  },
  tabBar: {
    color: '@tabText',
    selectedColor: '@tabSelected',
    backgroundColor: '@surface',
    borderStyle: themed('@tabBorder'),
    list: tabs.map(({ icon, ...tab }) => ({
      ...tab,
      iconPath: `@icon${icon}`,
      selectedIconPath: `@icon${icon}Selected`,
    })),
  },
  darkmode: true,
  themeLocation: 'theme.json',
  lazyCodeLoading: 'requiredComponents',
  // 选择位置 of a new venue, places nearby, and WeChat's own addresses.
  requiredPrivateInfos: ['chooseLocation' as const, 'getFuzzyLocation' as const, 'chooseAddress' as const],
  // Where WeChat requires a consent, our own sheet asks for it.
  __usePrivacyCheck__: true,
  permission: { 'scope.userFuzzyLocation': { desc: '用于查找你附近的球局和穿线商家' } },
}

/** On the web the app draws its own bars: `custom` disables Taro's. */
const h5Look = {
  window: {},
  tabBar: { custom: true, color: '#6B665B', selectedColor: '#08794D', list: tabs.map(({ icon, ...tab }) => tab) },
  animation: false,
}

/** Preloaded: the pages most likely opened next, and from home the bodies of the other tabs (`late-parts.ts`). */
const preloadRule = Object.fromEntries(
  (
    [
      [
        'pages/home/index',
        ['pages/login', 'pages/booking', 'pages/user_card', 'bookingBall', 'threading', 'pages/booking_view', 'user'],
      ],
      ['pages/bookingClass/index', ['pages/booking_view', 'pages/login', 'bookingClass']],
      ['pages/bookingBall/index', ['pages/login', 'bookingBall']],
      ['pages/threading/index', ['pages/login', 'threading', 'shop']],
      ['pages/my/index', ['pages/booking_view', 'pages/login', 'pages/user_card', 'user', 'coach']],
      // The names of all regions.
      ...['user_addrs_add', 'user_addrs_edit', 'user_regist', 'user_info'].map(
        (page) => [`user/pages/${page}/index`, ['shop']] as const,
      ),
    ] as const
  ).map(([page, packages]) => [page, { network: 'all' as const, packages: [...packages] }]),
)

const look = isH5 ? h5Look : { ...weappLook, preloadRule, sitemapLocation: 'sitemap.json' }

export default defineAppConfig({
  pages: tabs.map(({ pagePath }) => pagePath),
  subPackages: [
    // Each page is a sub-package of its own: its path stays, and a start does not download it.
    { root: 'pages/booking_view', pages: ['index'] },
    { root: 'pages/booking', pages: ['index'] },
    { root: 'pages/login', pages: ['index'] },
    { root: 'pages/login_h5', pages: ['index'] },
    { root: 'pages/user_card', pages: ['index'] },
    {
      root: 'bookingClass',
      pages: [
        'pages/class_info/index',
        'pages/common_courses/index',
        'pages/coach_page/index',
        'pages/coaches/index',
        'pages/student_request/index',
        'pages/question/index',
        'pages/coach_leave/index',
        'pages/vacancies/index',
        'pages/rebook/index',
        'pages/advert/index',
        'pages/trial_lesson/index',
        'pages/student_invitation/index',
        'pages/packages/index',
        'pages/package_confirm/index',
        'pages/course_refund/index',
      ],
    },
    {
      root: 'bookingBall',
      pages: ['pages/publishBall/index', 'pages/ballDetail/index', 'pages/stadiumDetail/index'],
    },
    {
      root: 'threading',
      pages: [
        'pages/threading_list/index',
        'pages/threadingDetail/index',
        'pages/threadingProducts/index',
        'pages/threadingResult/index',
        'pages/threading_order/index',
        'pages/rackets/index',
        'pages/racket/index',
      ],
    },
    {
      root: 'shop',
      pages: [
        'pages/products/index',
        'pages/product/index',
        'pages/cart/index',
        'pages/checkout/index',
        'pages/orders/index',
        'pages/order/index',
      ],
    },
    {
      root: 'user',
      pages: [
        'pages/user_my_booking/index',
        'pages/user_contract/index',
        'pages/claim/index',
        'pages/user_message/index',
        'pages/user_my_ball/index',
        'pages/user_my_threading/index',
        'pages/user_addrs/index',
        'pages/user_addrs_add/index',
        'pages/user_addrs_edit/index',
        'pages/calendar/index',
        'pages/user_store_card/index',
        'pages/user_store_card_detail/index',
        'pages/cashier/index',
        'pages/order/index',
        ...(isRelease ? [] : ['pages/pay_simulator/index']),
        'pages/register/index',
        'pages/forgot_password/index',
        'pages/user_regist/index',
        'pages/user_info/index',
        'pages/agreement/index',
        'pages/levels/index',
        'pages/account/index',
        'pages/close_account/index',
        'pages/user_blacklist/index',
        'pages/user_business_card/index',
        'pages/search/index',
        'pages/message_settings/index',
      ],
    },
    {
      root: 'coach',
      pages: [
        'pages/day_board/index',
        'pages/schedule/index',
        'pages/records/index',
        'pages/students/index',
        'pages/student/index',
        'pages/add_student/index',
        'pages/record_past/index',
        'pages/locks/index',
        'pages/away/index',
        'pages/closures/index',
        'pages/venues/index',
        'pages/find_venue/index',
        'pages/new_venue/index',
        'pages/company/index',
        'pages/course/index',
        'pages/invite_coach/index',
        'pages/join_company/index',
      ],
    },
  ],
  ...look,
  window: { navigationBarTitleText: '拍档', onReachBottomDistance: 50, ...look.window },
})
