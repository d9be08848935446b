/**
 * Every route of the app as a function: the only place that knows the address of a page.
 * Paths are those of the specification §2; each function returns an absolute path with its query.
 */

type Query = Record<string, string | number | undefined>

function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined)
  if (pairs.length === 0) return path
  return `${path}?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`
}

/** The five tabs, in order. */
export const TABS = [
  { name: 'home', text: '首页', path: '/pages/home/index' },
  { name: 'bookingClass', text: '约课', path: '/pages/bookingClass/index' },
  { name: 'bookingBall', text: '约球', path: '/pages/bookingBall/index' },
  { name: 'threading', text: '穿线', path: '/pages/threading/index' },
  { name: 'my', text: '我的', path: '/pages/my/index' },
] as const

/** Name of a tab, as in the specification. */
export type TabName = (typeof TABS)[number]['name']

/** Whether this address, with or without a query, is one of the five tabs. */
export function isTabPath(url: string): boolean {
  const path = url.split('?')[0]
  return TABS.some((tab) => tab.path === path)
}

export const homePath = () => '/pages/home/index'
export const bookingClassPath = () => '/pages/bookingClass/index'
export const bookingBallPath = () => '/pages/bookingBall/index'
/** 穿线: the tab. */
export const threadingPath = () => '/pages/threading/index'

/** One class invitation; `share` is the token of its share link, `ask` the coach's step whose dialog opens at once. */
export const bookingViewPath = (
  invitationId: string,
  share?: string,
  ask?: 'contract' | 'offer' | 'cancel' | 'sign' | 'finish',
) => withQuery('/pages/booking_view/index', { invitationId, share, ask })
/** The target of a usual course; leads on to the booking tab. */
export const bookingPath = () => '/pages/booking/index'
/** Log-in with account and password, on the web. */
export const loginH5Path = () => '/pages/login_h5/index'
/** Log-in with WeChat, in the mini-program. */
export const loginWeappPath = () => '/pages/login/index'
/** The registration of an account on the web. */
export const registerPath = () => '/user/pages/register/index'
/** The way in after a forgotten password. */
export const forgotPasswordPath = () => '/user/pages/forgot_password/index'
/** Registration as a player, or the application to be a coach. */
export const registPath = (as?: 'player' | 'coach') => withQuery('/user/pages/user_regist/index', { as })
/** 用户协议 or 隐私政策, for everybody. */
export const agreementPath = (name: 'terms' | 'privacy') => withQuery('/user/pages/agreement/index', { name })
/** The user's own profile. */
export const userInfoPath = () => '/user/pages/user_info/index'
/** The history of a user's level; the user's own without `userId`. */
export const levelsPath = (userId?: string) => withQuery('/user/pages/levels/index', { userId })
/** Phone, WeChat, password, devices, and the user's data. */
export const accountPath = () => '/user/pages/account/index'
export const closeAccountPath = () => '/user/pages/close_account/index'
export const blacklistPath = () => '/user/pages/user_blacklist/index'
/** A player card; `i` is the short id under which it was shared. The user's own without either. */
export const userCardPath = ({ id, i }: { id?: string; i?: string } = {}) =>
  withQuery('/pages/user_card/index', { id, i })
/** The form of the user's own business card. */
export const businessCardPath = () => '/user/pages/user_business_card/index'
/** The search for coaches, venues and games. */
export const searchPath = (keyword?: string) => withQuery('/user/pages/search/index', { keyword })
/** The settings of notifications on the user's phone. */
export const messageSettingsPath = () => '/user/pages/message_settings/index'
/** The user's classes. `status` opens that tab of the list; `view` selects list or agenda instead of the last one. */
export const myBookingPath = (status?: string, view?: 'list' | 'agenda') =>
  withQuery('/user/pages/user_my_booking/index', { status, view })
/** Contracts and lesson hours; `companyId` or `contractId` opens that tab, `userId` shows a coach those of a student. */
export const contractPath = (companyId?: string, userId?: string, contractId?: string) =>
  withQuery('/user/pages/user_contract/index', { companyId, userId, contractId })
/** A course: description, price, duration. */
export const classInfoPath = (courseDesignId: string) =>
  withQuery('/bookingClass/pages/class_info/index', { courseDesignId })
/** Messages; `messageType` opens that category. */
export const messagePath = (messageType?: string) => withQuery('/user/pages/user_message/index', { messageType })

/** One ball game; `share` is the token of its share link. */
export const ballDetailPath = (id: string, share?: string) =>
  withQuery('/bookingBall/pages/ballDetail/index', { id, share })
/** The form of a ball game: a new one, optionally at a venue, or with `id` an existing one. */
export const publishBallPath = ({ id, stadiumId }: { id?: string; stadiumId?: string } = {}) =>
  withQuery('/bookingBall/pages/publishBall/index', { id, stadiumId })
/** A venue: courts, games there, free half-hours. */
export const stadiumDetailPath = (id: string) => withQuery('/bookingBall/pages/stadiumDetail/index', { id })
/** The user's own ball games; `group` opens that tab. */
export const myBallPath = (group?: string) => withQuery('/user/pages/user_my_ball/index', { group })
/** Stored-value cards. */
export const storeCardPath = () => '/user/pages/user_store_card/index'
/** One card with its movements. */
export const storeCardDetailPath = (cardId: string) => withQuery('/user/pages/user_store_card_detail/index', { cardId })
/** The page on which an order is paid. */
export const cashierPath = (orderId?: string) => withQuery('/user/pages/cashier/index', { orderId })
/** The page of the simulated WeChat Pay. */
export const paySimulatorPath = (outTradeNo: string) => withQuery('/user/pages/pay_simulator/index', { outTradeNo })

/** All stringing shops. */
export const threadingListPath = () => '/threading/pages/threading_list/index'
/** One stringing shop. */
export const threadingDetailPath = (id: string) => withQuery('/threading/pages/threadingDetail/index', { id })
/** The form of a stringing order at a shop, optionally for a racket; `again` repeats its last job. */
export const threadingProductsPath = (
  merchantId: string,
  { racketId, again }: { racketId?: string; again?: '1' } = {},
) => withQuery('/threading/pages/threadingProducts/index', { merchantId, racketId, again })
/** The next steps after the payment of a stringing order; `paid` means paid just now. */
export const threadingResultPath = (id: string, paid?: '1') =>
  withQuery('/threading/pages/threadingResult/index', { id, paid })
/** The user's own rackets. */
export const racketsPath = () => '/threading/pages/rackets/index'
/** One racket with its jobs; a new one without `id`. */
export const racketPath = (id?: string) => withQuery('/threading/pages/racket/index', { id })
/** The user's own stringing orders; `tab` opens that one. */
export const myThreadingPath = (tab?: string) => withQuery('/user/pages/user_my_threading/index', { tab })
/** One stringing order. */
export const threadingOrderPath = (id: string) => withQuery('/threading/pages/threading_order/index', { id })

/** The shop; `categoryId` opens that category. */
export const productsPath = (categoryId?: string) => withQuery('/shop/pages/products/index', { categoryId })
export const productPath = (id: string) => withQuery('/shop/pages/product/index', { id })
export const cartPath = () => '/shop/pages/cart/index'
/** The checkout of the selected cart lines, or of a quantity of one product. */
export const checkoutPath = ({ productId, quantity }: { productId?: string; quantity?: number } = {}) =>
  withQuery('/shop/pages/checkout/index', { productId, quantity })
/** The user's own shop orders; `tab` opens that one. */
export const shopOrdersPath = (tab?: string) => withQuery('/shop/pages/orders/index', { tab })
export const shopOrderPath = (id: string) => withQuery('/shop/pages/order/index', { id })

/** The user's own addresses; with `choose` one is chosen for the page before. */
export const addrsPath = (choose?: '1') => withQuery('/user/pages/user_addrs/index', { choose })
export const addrsAddPath = () => '/user/pages/user_addrs_add/index'
export const addrsEditPath = (id: string) => withQuery('/user/pages/user_addrs_edit/index', { id })
/** What clubs registered for the user before they had an account, and the entry of a code. */
export const claimPath = () => '/user/pages/claim/index'
/** Everything in the user's calendar, by month. */
export const calendarPath = () => '/user/pages/calendar/index'
/** The public page of a coach. */
export const coachPagePath = (
  id: string,
  {
    start,
    courseId,
    changes,
  }: {
    start?: { date: string; beginTimeSlot: number; stadiumId: string } | undefined
    courseId?: string | undefined
    changes?: boolean
  } = {},
) =>
  withQuery('/bookingClass/pages/coach_page/index', {
    id,
    date: start?.date,
    at: start && String(start.beginTimeSlot),
    venue: start?.stadiumId,
    course: courseId,
    changes: changes ? '1' : undefined,
  })
/** Coaches near by: those who teach a course of the catalogue, or at a venue. */
export const coachesPath = (those: { commonCourseId?: string; stadiumId?: string } = {}) =>
  withQuery('/bookingClass/pages/coaches/index', those)
/** A request to become a student, for its coach and its player. */
export const studentRequestPath = (id: string) => withQuery('/bookingClass/pages/student_request/index', { id })
/** A question before one buys, for its asker and who answers. */
export const questionPath = (id: string) => withQuery('/bookingClass/pages/question/index', { id })
/** What a student decides about a coach who left, was stopped or is away. */
export const coachLeavePath = (id: string) => withQuery('/bookingClass/pages/coach_leave/index', { id })
/** The user's alerts about free times. */
export const vacanciesPath = () => '/bookingClass/pages/vacancies/index'
/** An offer with its terms. */
export const advertPath = (id: string) => withQuery('/bookingClass/pages/advert/index', { id })
/** A trial lesson, for its coach and its player. */
export const trialLessonPath = (id: string) => withQuery('/bookingClass/pages/trial_lesson/index', { id })
/** A coach's invitation of a student; `t` is the secret of its link. */
export const studentInvitationPath = (t: string) => withQuery('/bookingClass/pages/student_invitation/index', { t })
/** 购买课时: the packages of a course. */
export const packagesPath = (courseId?: string) => withQuery('/bookingClass/pages/packages/index', { courseId })
/** 确认购买: one package before its payment, and whether it is for a minor where the company asks. */
export const packageConfirmPath = (courseId: string, packageId: string, learner?: 'adult' | 'minor') =>
  withQuery('/bookingClass/pages/package_confirm/index', { courseId, packageId, learner })
/** 退课: what comes back of a contract. */
export const courseRefundPath = (contractId: string) =>
  withQuery('/bookingClass/pages/course_refund/index', { contractId })
/** The common-course catalogue. */
export const commonCoursesPath = () => '/bookingClass/pages/common_courses/index'

/** The coach's day, hour by hour; `date` yyyy-mm-dd, by default today. */
export const dayBoardPath = (date?: string) => withQuery('/coach/pages/day_board/index', { date })
/** All classes of the coach, as a list and by week. */
export const schedulePath = () => '/coach/pages/schedule/index'
/** Requests, classes held, and income of the coach. */
export const recordsPath = () => '/coach/pages/records/index'
/** The students of the coach, those of the company, or those whose hours run out. */
export const studentsPath = (tab?: 'mine' | 'all' | 'ending') => withQuery('/coach/pages/students/index', { tab })
/** One student. */
/** `ask` opens 调整课时 at once. */
export const studentPath = (userId: string, ask?: 'sessions') =>
  withQuery('/coach/pages/student/index', { userId, ...(ask && { ask }) })
/** Enters a class that was held, for a student. */
export const recordPastPath = (userId: string) => withQuery('/coach/pages/record_past/index', { userId })
/** Finds a student by phone number and adds them. */
export const addStudentPath = () => '/coach/pages/add_student/index'
/** Locked times: of the courts of a venue that the coach manages, or the coach's own. */
export const awayPath = () => '/coach/pages/away/index'
export const locksPath = (of?: 'courts' | 'me', { stadiumId, date }: { stadiumId?: string; date?: string } = {}) =>
  withQuery('/coach/pages/locks/index', { of, stadiumId, date })
/** 雨天闭馆 of a venue that the coach manages, or one closure. */
export const closuresPath = (of: { stadiumId?: string; id?: string }) => withQuery('/coach/pages/closures/index', of)
/** Another time for a class whose venue closed. */
export const rebookPath = (id: string) => withQuery('/bookingClass/pages/rebook/index', { id })
/** The venues where the coach teaches, and the managed ones. */
export const venuesPath = () => '/coach/pages/venues/index'
/** Approved venues that the coach can ask for. */
export const findVenuePath = () => '/coach/pages/find_venue/index'
export const newVenuePath = () => '/coach/pages/new_venue/index'
/** The coach's company: courses, coaches, rules. */
export const companyPath = (companyId?: string) => withQuery('/coach/pages/company/index', { companyId })
/** The admin of a company invites coaches, and sees who asks to join. */
export const inviteCoachPath = (companyId: string) => withQuery('/coach/pages/invite_coach/index', { companyId })
/** An invitation into a company, or a request; `token` is that of a link. */
export const joinCompanyPath = (id: string, token?: string) =>
  withQuery('/coach/pages/join_company/index', { id, token })
/** One course of a company; a new one without `courseId`. */
export const coursePath = (companyId: string, courseId?: string) =>
  withQuery('/coach/pages/course/index', { companyId, courseId })
