import type { StaffRole } from '@paidang/domain/kernel/access'
import type { RevisedTable } from '@paidang/domain/kernel/revision'
import type { MatrixRole } from '../http/permission-matrix.ts'
import type { World } from './given-world.ts'

/** A call that decides on, or overwrites, what others may have changed since its sender read it. */
export type RevisedCall = {
  /** The name of its request in the permission sweep, which succeeds for the role. */
  request: string
  role: MatrixRole
  /** For the role ST: the console's role that makes the call. */
  staff?: StaffRole
  /** The row that others may change in between. */
  table: RevisedTable
  rowId: (world: World) => string
  /** Puts the revision into the body, where it is not simply `revision`. */
  bodyWith?: (body: object, revision: number) => object
  /** How the refusal says the change, where it is not as the table says it. */
  says?: string
  /** The change by somebody else, where the call does not decide on that of the table. */
  change?: Change
}

/**
 * A change by somebody else, as the assignments of an UPDATE, and how a refusal says it. `with` is what has to be
 * written together with it; $ stands for the row's id.
 */
type Change = { set: string; says: string; with?: string }

/** A change for each table. */
export const CHANGES: Record<RevisedTable, Change> = {
  invitations: {
    set: "course_design_price = 12300, message_to_players = '带上拍子'",
    says: '价格已改为 ¥123/课时，留言已修改',
  },
  ball_games: { set: "description = '带球', title = '周三单打'", says: '标题已改为 周三单打，说明已修改' },
  courses: { set: 'price_per_session = 12300', says: '价格已改为 ¥123/课时' },
  common_courses: { set: 'price_per_session = 12300, is_shown = false', says: '参考价已改为 ¥123/课时，已改为不展示' },
  companies: { set: 'free_cancel_hours = 48', says: '免费取消时限已改为开课前 48 小时' },
  company_invitations: { set: "course_ids = '{}'", says: '可教课程已修改' },
  student_requests: { set: "free_times = '{WEEKEND_MORNING}'", says: '常有空的时间已修改' },
  products: {
    set: "name = '训练球', price_fen = 8800",
    says: '「训练球」的介绍已修改，「训练球」的价格已改为 ¥88',
  },
  product_categories: { set: "name = '新球'", says: '分类名称已改为 新球' },
  venues: { set: "name = '星湖新馆'", says: '场馆名称已改为 星湖新馆' },
  adverts: { set: "title = '冬令营'", says: '标题已改为 冬令营' },
  merchants: { set: "phone = '02100000000'", says: '电话已修改' },
  stringing_services: { set: "price_fen = 9900, name = '加急'", says: '服务名称已改为 加急，「加急」的价格已改为 ¥99' },
  merchant_strings: { set: 'low_stock_metres = 5', says: '库存提醒已修改' },
  stringing_orders: { set: "notes = '横线松一磅，谢谢'", says: '备注已修改' },
  shop_orders: { set: "contact_name = '新收件人'", says: '收货地址已修改' },
  stored_cards: {
    with: `insert into card_ledger
      (card_id, seq, kind, principal_change, gift_change, principal_after, gift_after, reference, reason)
      select id, seq + 1, 'ADJUST', 60000 - gift_fen - principal_fen, 0, 60000 - gift_fen, gift_fen,
        'adjustment:999999', '更正'
      from stored_cards where id = $ returning principal_after`,
    set: 'principal_fen = 60000 - gift_fen, seq = seq + 1',
    says: '余额已变为 ¥600',
  },
  top_up_plans: { set: 'gift_fen = 100, is_on_sale = false', says: '赠金已改为 ¥1，已停售' },
  offline_settings: {
    set: 'limit_fen = 12300, is_allowed = false',
    says: '一人可登记的上限已改为 ¥123，已不允许到前台付款',
  },
  users: { set: "nickname = '新昵称'", says: '昵称已改为 新昵称' },
  password_requests: { set: "contact = '微信 abcd'", says: '账号或联系方式已重新填写' },
  addresses: { set: "detail = '世纪大道 9 号'", says: '收货地址已修改' },
  rackets: { set: 'weight_grams = 300', says: '球拍的参数已修改' },
  staff: { set: "nickname = '小新'", says: '姓名已改为 小新' },
  contracts: { set: "expiry_date = '2027-01-31'", says: '有效期已改为 2027-01-31' },
}

type Named = Pick<RevisedCall, 'request' | 'role'>
const ofClass = (kind: keyof World['classes'], calls: readonly Named[]): RevisedCall[] =>
  calls.map((call) => ({ ...call, table: 'invitations', rowId: ({ classes }) => classes[kind] }))

type BallOfWorld = 'publicBallId' | 'freeBallId' | 'strongBallId' | 'fullBallId'
const ofBall = (ball: BallOfWorld, role: MatrixRole, ...requests: string[]): RevisedCall[] =>
  requests.map((request) => ({ request, role, table: 'ball_games', rowId: (world) => world[ball] }))

type Target = Pick<RevisedCall, 'table' | 'rowId'>
/** Calls of the console on one row, by the request's name. */
const byStaff = (staff: StaffRole, target: Target, ...requests: string[]): RevisedCall[] =>
  requests.map((request) => ({ request, role: 'ST', staff, ...target }))
const rowOf = (table: RevisedTable, rowId: RevisedCall['rowId']): Target => ({ table, rowId })
const job = (status: keyof World['shopWork']['orderIds']): Target =>
  rowOf('stringing_orders', ({ shopWork }) => shopWork.orderIds[status])

const CONSOLE_CALLS: readonly RevisedCall[] = [
  ...byStaff(
    'operator',
    rowOf('adverts', ({ advertId }) => advertId),
    'PUT /admin/adverts/{id}',
    'POST /admin/adverts/end/{id}',
    'DELETE /admin/adverts/{id}',
  ),
  ...byStaff(
    'company',
    rowOf('adverts', ({ companyAdvertId }) => companyAdvertId),
    'PUT /company-adverts/{id}',
    'POST /company-adverts/end/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('venues', ({ otherVenueId }) => otherVenueId),
    'PUT /admin/venues/{id}',
    'PUT /admin/venues/courts/{id}',
    'POST /admin/venues/off/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('venues', ({ venueId }) => venueId),
    'POST /admin/venues/back/{id}',
    'POST /admin/venues/manager/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('venues', ({ approvals }) => approvals.newVenueId),
    'POST /admin/venues/decide/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('products', ({ productId }) => productId),
    'PUT /products/{id}',
    'DELETE /products/{id}',
    'POST /admin/products/shelf/{id}',
    'POST /admin/products/stock/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('product_categories', ({ categoryId }) => categoryId),
    'PUT /admin/categories/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('product_categories', ({ emptyCategoryId }) => emptyCategoryId),
    'DELETE /admin/categories/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('companies', ({ companyId }) => companyId),
    'POST /admin/companies/hand-over/{id}',
    'POST /admin/companies/rename/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('companies', ({ idleCompanyId }) => idleCompanyId),
    'POST /admin/companies/close/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('common_courses', ({ commonCourseId }) => commonCourseId),
    'PUT /admin/common-courses/{id}',
  ),
  ...byStaff(
    'senior',
    rowOf('top_up_plans', () => '500'),
    'PUT /admin/top-up-plans/{id}',
  ),
  ...byStaff(
    'senior',
    rowOf('offline_settings', () => '1'),
    'PUT /admin/offline-settings',
  ),
  ...byStaff(
    'operator',
    rowOf('merchants', ({ merchantId }) => merchantId),
    'PUT /admin/merchants/{id}',
    'POST /admin/merchants/publish/{id}',
  ),
  ...byStaff(
    'owner',
    rowOf('merchants', ({ merchantId }) => merchantId),
    'PUT /merchant/shop',
    'POST /merchant/shop/publish',
  ),
  ...byStaff(
    'owner',
    rowOf('stringing_services', ({ shop }) => shop.extraId),
    'PUT /merchant/threading/services/{id}',
  ),
  ...byStaff(
    'owner',
    rowOf('merchant_strings', ({ shop }) => shop.polyId),
    'PUT /merchant/threading/strings/{id}',
    'POST /merchant/threading/strings/move/{id}',
  ),
  ...byStaff(
    'merchant',
    job('PAID'),
    'POST /merchant/threading/orders/accept/{id}',
    'POST /merchant/threading/orders/receive/{id}',
    'POST /merchant/threading/orders/refuse/{id}',
  ),
  ...byStaff('merchant', job('RECEIVED'), 'POST /merchant/threading/orders/start/{id}'),
  ...byStaff('merchant', job('STRINGING'), 'POST /merchant/threading/orders/ready/{id}'),
  ...byStaff('merchant', job('READY'), 'POST /merchant/threading/orders/hand-over/{id}'),
  ...byStaff('merchant', job('CANCELLED'), 'POST /merchant/threading/orders/give-back/{id}'),
  ...byStaff('operator', job('CANCELLED'), 'POST /admin/threading/orders/lose/{id}'),
  ...byStaff('operator', job('READY'), 'POST /admin/threading/orders/pick-up/{id}'),
  ...byStaff('operator', job('STRINGING'), 'POST /admin/threading/refunds/ask/{id}'),
  ...byStaff('senior', job('READY'), 'POST /admin/threading/refunds/decide/{id}'),
  ...byStaff(
    'operator',
    rowOf('shop_orders', ({ shopOrders }) => shopOrders.paid.id),
    'POST /admin/shop/orders/send/{id}',
    'POST /admin/shop/orders/cancel/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('shop_orders', ({ shopOrders }) => shopOrders.sent.id),
    'POST /admin/shop/orders/correct-parcel/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('shop_orders', ({ shopOrders }) => shopOrders.asked.id),
    'POST /admin/shop/orders/decide-refund/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('stored_cards', ({ card }) => card.cardId),
    'POST /admin/cards/adjust/{id}',
  ),
  ...byStaff(
    'senior',
    rowOf('stored_cards', ({ otherCard }) => otherCard.cardId),
    'POST /admin/card-adjustments/decide/{id}',
  ),
  ...byStaff(
    'owner',
    rowOf('staff', ({ merchantStaffId }) => merchantStaffId),
    'POST /merchant/staff/reset/{id}',
    'POST /merchant/staff/disable/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('staff', ({ merchantStaffId }) => merchantStaffId),
    'POST /admin/staff/reset/{id}',
    'POST /admin/staff/disable/{id}',
    'POST /admin/staff/lead/{id}',
  ),
  ...byStaff(
    'senior',
    rowOf('staff', ({ merchantStaffId }) => merchantStaffId),
    'POST /admin/staff/reset-factor/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('users', ({ idler }) => idler),
    'POST /admin/users/suspend/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('users', ({ users }) => users.suspendedId),
    'POST /admin/users/restore/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('users', ({ owner }) => owner),
    'POST /admin/users/reset-password/{id}',
  ),
  {
    request: 'POST /admin/users/merge',
    role: 'ST',
    staff: 'operator',
    table: 'users',
    rowId: ({ idler }) => idler,
    says: '「新昵称」昵称已改为 新昵称',
  },
  ...byStaff(
    'operator',
    rowOf('password_requests', ({ approvals }) => approvals.passwordRequestId),
    'POST /admin/password-requests/decide/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('ball_games', ({ publicBallId }) => publicBallId),
    'POST /admin/balls/call-off/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('invitations', ({ classes }) => classes.confirmed),
    'POST /admin/classes/call-off/{id}',
  ),
  ...byStaff(
    'operator',
    rowOf('invitations', ({ classes }) => classes.running),
    'POST /admin/classes/sign/{id}',
    'POST /admin/classes/finish/{id}',
  ),
]

/** All of them. A test compares the list with the calls that accept a revision. */
export const REVISED_CALLS: readonly RevisedCall[] = [
  ...CONSOLE_CALLS,
  ...ofClass('pending', [
    { request: 'PUT /course-invitation/confirm/by-coach/{id}', role: 'CI' },
    { request: 'PUT /course-invitation/update/by-self/{id}', role: 'PS' },
    { request: 'PUT /course-invitation/join/by-player/{a}/{b}', role: 'PO' },
    { request: 'PUT /course-invitation/change-coach/{a}/{b}', role: 'PS' },
    { request: 'PUT /course-invitation/offer/by-coach/{id}', role: 'CI' },
  ]),
  ...ofClass('offered', [{ request: 'PUT /course-invitation/accept/by-player/{id}', role: 'PS' }]),
  ...ofClass('confirmed', [
    { request: 'PUT /course-invitation/cancel/by-coach/{id}', role: 'CI' },
    { request: 'PUT /course-invitation/cancel/by-player/{id}', role: 'PS' },
  ]),
  ...ofClass('withoutContract', [{ request: 'PUT /course-invitation/contract/by-coach/{id}', role: 'CI' }]),
  ...ofClass('running', [
    { request: 'PUT /course-invitation/sign/by-coach/{id}', role: 'CI' },
    { request: 'PUT /course-invitation/finish/by-coach/{id}', role: 'CI' },
    { request: 'PUT /course-invitation/complete/by-coach/{id}', role: 'CI' },
  ]),
  ...ofBall(
    'publicBallId',
    'PS',
    'POST /invitationball/update',
    'POST /invitationball/cancel',
    'POST /invitationball/publicBallOrNot',
    'POST /invitationball/hand-over',
    'POST /invitationball/swap',
  ),
  ...ofBall('publicBallId', 'PP', 'POST /invitationball/leave', 'POST /invitationball/agree'),
  ...ofBall('publicBallId', 'PO', 'POST /invitationball/enroll', 'POST /ballParticipant/create'),
  ...ofBall('freeBallId', 'PO', 'POST /invitationball/join'),
  ...ofBall('strongBallId', 'PO', 'POST /invitationball/request'),
  ...ofBall('fullBallId', 'PO', 'POST /invitationball/wait'),
  {
    request: 'POST /company-course/update-by-company',
    role: 'CA',
    table: 'courses',
    rowId: ({ unusedCourseId }) => unusedCourseId,
  },
  {
    request: 'DELETE /company-course/delete-by-id/{id}',
    role: 'CA',
    table: 'courses',
    rowId: ({ unusedCourseId }) => unusedCourseId,
  },
  { request: 'PUT /company/settings/{id}', role: 'CA', table: 'companies', rowId: ({ companyId }) => companyId },
  {
    request: 'PUT /company/invitations/terms/{id}',
    role: 'CA',
    table: 'company_invitations',
    rowId: ({ companyInvitationId }) => companyInvitationId,
  },
  {
    request: 'POST /company/invitations/answer/{id}',
    role: 'CI',
    table: 'company_invitations',
    rowId: ({ companyInvitationId }) => companyInvitationId,
  },
  {
    request: 'POST /student-requests/answer/{id}',
    role: 'CI',
    table: 'student_requests',
    rowId: ({ studentRequestId }) => studentRequestId,
  },
  {
    request: 'POST /user-course-contract/update-sessions',
    role: 'CI',
    table: 'contracts',
    rowId: ({ contractId }) => contractId,
    bodyWith: (body, revision) => {
      const { items, ...rest } = body as { items: object[] }
      return { ...rest, items: items.map((item) => ({ ...item, revision })) }
    },
  },
  {
    request: 'POST /common/messages/approve-pass/{id}',
    role: 'PS',
    table: 'invitations',
    rowId: ({ classes }) => classes.pending,
  },
  {
    request: 'POST /common/messages/approve-reject/{id}',
    role: 'PS',
    table: 'invitations',
    rowId: ({ classes }) => classes.pending,
  },
  {
    request: 'POST /user/address/update/{id}',
    role: 'PS',
    table: 'addresses',
    rowId: ({ otherAddressId }) => otherAddressId,
  },
  { request: 'DELETE /user/address/delete/{id}', role: 'PS', table: 'addresses', rowId: ({ addressId }) => addressId },
  {
    request: 'POST /threading/rackets/update/{id}',
    role: 'PS',
    table: 'rackets',
    rowId: ({ spareRacketId }) => spareRacketId,
  },
  {
    request: 'DELETE /threading/rackets/delete/{id}',
    role: 'PS',
    table: 'rackets',
    rowId: ({ racketId }) => racketId,
  },
  { request: 'POST /app-users/save-player', role: 'PS', table: 'users', rowId: ({ owner }) => owner },
  {
    request: 'POST /cards/save',
    role: 'PS',
    table: 'users',
    rowId: ({ owner }) => owner,
    change: {
      with: `insert into revisions (table_name, row_id, revision, changed_columns)
        select 'users', id, revision + 1, '{business_cards}' from users where id = $ returning row_id`,
      set: 'revision = revision + 1',
      says: '名片已修改',
    },
  },
  ...ofClass('past', [{ request: 'PUT /course-invitation/past/answer/{id}', role: 'PS' }]),
  ...ofClass('coachMadePending', [{ request: 'PUT /course-invitation/decline/by-player/{id}', role: 'PS' }]),
]
