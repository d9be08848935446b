import { monthDotDay } from './day.ts'
import { yuanOf } from './fen.ts'
import { whenOf } from './half-hour.ts'
import { SPORT_NAMES, type Sport } from './sport.ts'

/**
 * One fact that people decide on: the columns that store it, and the sentence that says what it is now. Rows of another
 * table count under its name.
 */
type Fact<State> = readonly [columns: readonly string[], say: (now: State) => string]

type Span = { beginTimeSlot: number; endTimeSlot: number }
type Class = Span & {
  courseDate: string
  /** Names of other rows. A console call compares its row without them. */
  coachName?: string
  stadiumName?: string
  courtName?: string
  courseDesignName: string
  courseDesignPrice: number
  participantsCount: number
  useUnavailable: boolean
  offeredAt: Date | string | null
}
type Game = Span & {
  activityDate: string
  stadiumName: string | null
  courtName: string | null
  place: string
  title: string
  sport: Sport
  matchType: number
  levelFrom: number
  levelTo: number
  genderRule: 'ANY' | 'MALE' | 'FEMALE'
  minPlayers: number
  maxPlayers: number
  feeFen: number
}
type Course = {
  courseName: string
  pricePerSession: number
  sessionDuration: number
  maxParticipants: number
  isTrial?: boolean
}
type Company = { companyName: string; freeCancelHours: number; forgivenLateCancels: number }
type Contract = { remainingSessions: number; expiryDate: string }
type Product = { name: string; priceFen: number; isPublished: boolean }
type Offer = { name: string; priceFen: number; isOffered: boolean }
type StringOffer = { name: string; halfPriceFen: number; isOffered: boolean }
type Named = { name: string }
type CatalogueCourse = Course & { isShown: boolean }
type Plan = { principalFen: number; giftFen: number; isOnSale: boolean }
type Desk = { limitFen: number; isAllowed: boolean }
type Balance = { principalFen: number; giftFen: number }

const dateOf = (day: string, { beginTimeSlot, endTimeSlot }: Span) =>
  `时间已改为 ${monthDotDay(day)} ${whenOf(beginTimeSlot, endTimeSlot)}`
const GENDERS = { ANY: '男女不限', MALE: '仅限男', FEMALE: '仅限女' }

const classFacts: readonly Fact<Class>[] = [
  [['course_date', 'begin_time_slot', 'end_time_slot'], (now) => dateOf(now.courseDate, now)],
  [['coach_id'], ({ coachName }) => (coachName ? `教练已改为 ${coachName}` : '教练已更换')],
  [
    ['stadium_id', 'court_id'],
    ({ stadiumName, courtName }) => (stadiumName ? `场地已改为 ${stadiumName} ${courtName}` : '场地已更换'),
  ],
  [['course_design_id', 'course_design_name'], ({ courseDesignName }) => `课程已改为 ${courseDesignName}`],
  [['course_design_price'], ({ courseDesignPrice }) => `价格已改为 ¥${yuanOf(courseDesignPrice)}/课时`],
  [['participants_count'], ({ participantsCount }) => `人数已改为 ${participantsCount} 人`],
  [['use_unavailable'], ({ useUnavailable }) => (useUnavailable ? '已改为允许冲突' : '已改为不允许冲突')],
  [['offered_at'], ({ offeredAt }) => (offeredAt === null ? '改约建议已答复' : '教练建议改到这个时间')],
  [['message_to_coach', 'message_to_players'], () => '留言已修改'],
  [['focus'], () => '练习重点已修改'],
]

const gameFacts: readonly Fact<Game>[] = [
  [['activity_date', 'begin_time_slot', 'end_time_slot'], (now) => dateOf(now.activityDate, now)],
  [
    ['stadium_id', 'court_id', 'place'],
    ({ stadiumName, courtName, place }) => {
      const parts = [stadiumName, courtName, place].filter((part) => part)
      return parts.length > 0 ? `地点已改为 ${parts.join(' ')}` : '地点已修改'
    },
  ],
  [['title'], ({ title }) => `标题已改为 ${title}`],
  [['description'], () => '说明已修改'],
  [['sport'], ({ sport }) => `项目已改为 ${SPORT_NAMES[sport]}`],
  [['match_type'], ({ matchType }) => `打法已改为 ${matchType === 0 ? '单打' : '双打'}`],
  [['level_from', 'level_to'], ({ levelFrom, levelTo }) => `等级已改为 ${levelFrom.toFixed(1)}–${levelTo.toFixed(1)}`],
  [['gender_rule'], ({ genderRule }) => `性别要求已改为 ${GENDERS[genderRule]}`],
  [['min_players', 'max_players'], ({ minPlayers, maxPlayers }) => `人数已改为 ${minPlayers}–${maxPlayers} 人`],
  [['fee_mode', 'fee_fen', 'court_fee_fen', 'extras_fen'], ({ feeFen }) => `费用已改为 ¥${yuanOf(feeFen)}/人`],
  [['closing_hours'], () => '成局检查时间已修改'],
  [['initiator_id'], () => '发起人已更换'],
]

const courseFacts: readonly Fact<Course>[] = [
  [['course_name'], ({ courseName }) => `课程名称已改为 ${courseName}`],
  [['course_description'], () => '课程介绍已修改'],
  // The price of a trial lesson is that of the whole lesson.
  [
    ['price_per_session'],
    ({ pricePerSession, isTrial }) => `价格已改为 ¥${yuanOf(pricePerSession)}${isTrial ? '' : '/课时'}`,
  ],
  [['session_duration'], ({ sessionDuration }) => `课时长度已改为 ${sessionDuration} 分钟`],
  [['max_participants'], ({ maxParticipants }) => `人数上限已改为 ${maxParticipants} 人`],
  [['common_course_id'], () => '通用课程关联已修改'],
  [['coach_courses'], () => '授课教练已修改'],
]

const commonCourseFacts: readonly Fact<CatalogueCourse>[] = [
  [['course_name'], ({ courseName }) => `课程名称已改为 ${courseName}`],
  [['course_description'], () => '课程介绍已修改'],
  [['price_per_session'], ({ pricePerSession }) => `参考价已改为 ¥${yuanOf(pricePerSession)}/课时`],
  [['session_duration'], ({ sessionDuration }) => `课时长度已改为 ${sessionDuration} 分钟`],
  [['max_participants'], ({ maxParticipants }) => `人数上限已改为 ${maxParticipants} 人`],
  [['is_shown'], ({ isShown }) => (isShown ? '已改为展示' : '已改为不展示')],
]

const planFacts: readonly Fact<Plan>[] = [
  [['principal_fen'], ({ principalFen }) => `充值金额已改为 ¥${yuanOf(principalFen)}`],
  [['gift_fen'], ({ giftFen }) => `赠金已改为 ¥${yuanOf(giftFen)}`],
  [['is_on_sale'], ({ isOnSale }) => (isOnSale ? '已开售' : '已停售')],
]

const companyFacts: readonly Fact<Company>[] = [
  [['company_name'], ({ companyName }) => `名称已改为 ${companyName}`],
  [['phone'], () => '电话已修改'],
  [['free_cancel_hours'], ({ freeCancelHours }) => `免费取消时限已改为开课前 ${freeCancelHours} 小时`],
  [['forgiven_late_cancels'], ({ forgivenLateCancels }) => `逾时取消可免次数已改为 ${forgivenLateCancels} 次`],
  [['first_start', 'last_start'], () => '营业时间已修改'],
  [['away_extends', 'away_extend_days'], () => '教练休假顺延规则已修改'],
]

const contractFacts: readonly Fact<Contract>[] = [
  [['remaining_sessions'], ({ remainingSessions }) => `剩余课时已变为 ${remainingSessions}`],
  [['expiry_date'], ({ expiryDate }) => `有效期已改为 ${expiryDate}`],
]

const productFacts: readonly Fact<Product>[] = [
  [['name', 'subtitle', 'description', 'pictures'], ({ name }) => `「${name}」的介绍已修改`],
  [['price_fen', 'original_fen'], ({ name, priceFen }) => `「${name}」的价格已改为 ¥${yuanOf(priceFen)}`],
  [['category_id'], ({ name }) => `「${name}」的分类已修改`],
  [['is_published'], ({ name, isPublished }) => `「${name}」已${isPublished ? '上架' : '下架'}`],
]

const venueFacts: readonly Fact<Named>[] = [
  [['name'], ({ name }) => `场馆名称已改为 ${name}`],
  [['address', 'city', 'district', 'latitude', 'longitude'], () => '场馆地址已修改'],
  [['phone'], () => '电话已修改'],
  [['avatar'], () => '图片已修改'],
  [['court_codes', 'court_count'], () => '场地已修改'],
  [['first_start', 'last_start'], () => '营业时间已修改'],
  [['free_ball_limit'], () => '免费约球上限已修改'],
]

const advertFacts: readonly Fact<{ title: string }>[] = [
  [['title'], ({ title }) => `标题已改为 ${title}`],
  [['label', 'subtitle', 'image'], () => '广告内容已修改'],
  [['terms'], () => '活动条款已修改'],
  [['company_id'], () => '所属公司已修改'],
  [['target'], () => '跳转页面已修改'],
  [['place'], () => '展示位置已修改'],
  [['begins_at', 'ends_at'], () => '投放时间已修改'],
]

const merchantFacts: readonly Fact<Named>[] = [
  [['name'], ({ name }) => `店名已改为 ${name}`],
  [['avatar', 'introduction'], () => '店铺介绍已修改'],
  [['city', 'district', 'address', 'latitude', 'longitude'], () => '店铺地址已修改'],
  [['phone'], () => '电话已修改'],
  [['turnaround_hours'], () => '穿线时长已修改'],
  [['open_from', 'open_to'], () => '营业时间已修改'],
  [['courier_fee_fen'], () => '上门取送费用已修改'],
  [['is_published'], () => '营业状态已修改'],
]

const serviceFacts: readonly Fact<Offer>[] = [
  [['name'], ({ name }) => `服务名称已改为 ${name}`],
  [['price_fen'], ({ name, priceFen }) => `「${name}」的价格已改为 ¥${yuanOf(priceFen)}`],
  [['is_offered'], ({ name, isOffered }) => `「${name}」已${isOffered ? '恢复提供' : '停止提供'}`],
]

const stringFacts: readonly Fact<StringOffer>[] = [
  [['brand', 'name', 'material', 'gauge', 'color'], ({ name }) => `球线「${name}」的资料已修改`],
  [['half_price_fen'], ({ name, halfPriceFen }) => `「${name}」的价格已改为 ¥${yuanOf(halfPriceFen)}/半套`],
  [['is_offered'], ({ name, isOffered }) => `「${name}」已${isOffered ? '恢复提供' : '停止提供'}`],
  [['low_stock_metres'], () => '库存提醒已修改'],
]

const stringingOrderFacts: readonly Fact<object>[] = [
  [['status'], () => '订单状态已变化'],
  [['accepted_at'], () => '商家已接单'],
  [['returned_at', 'is_racket_lost'], () => '球拍的去向已变化'],
  [['due_at', 'expected_at'], () => '预计完成时间已修改'],
  [['notes'], () => '备注已修改'],
  [['hand_in', 'contact_name', 'contact_phone', 'address_region', 'address_detail'], () => '送取方式已修改'],
]

const shopOrderFacts: readonly Fact<object>[] = [
  [['status'], () => '订单状态已变化'],
  [['refund_choice', 'refund_reason'], () => '退款申请已变化'],
  [['contact_name', 'contact_phone', 'address_region', 'address_detail'], () => '收货地址已修改'],
  [['carrier', 'tracking_no'], () => '快递单号已修改'],
]

const userFacts: readonly Fact<{ nickname: string }>[] = [
  [['nickname'], ({ nickname }) => `昵称已改为 ${nickname}`],
  [['user_type'], () => '身份已变化'],
  [['phone', 'phone_verified'], () => '手机号已变化'],
  [['open_id', 'union_id'], () => '绑定的微信已变化'],
  [['avatar'], () => '头像已修改'],
  [['description'], () => '个人简介已修改'],
  [['nice_photos'], () => '照片已修改'],
  [['business_cards'], () => '名片已修改'],
  [['level'], () => '等级已重新填写'],
  [['gender'], () => '性别已修改'],
  [['region'], () => '地区已修改'],
  [['sport'], () => '常打的球已修改'],
  [['handedness', 'backhand_style'], () => '打法已修改'],
  [['wechat_id', 'wechat_id_open'], () => '微信号已修改'],
]

const addressFacts: readonly Fact<object>[] = [
  [['name', 'phone'], () => '收货人或手机号已修改'],
  [['region_code', 'detail'], () => '收货地址已修改'],
  [['is_default'], () => '默认地址已变化'],
]

const racketFacts: readonly Fact<object>[] = [
  [['sport', 'brand', 'model', 'code'], () => '球拍的名称已修改'],
  [['grip_size', 'pattern', 'weight_grams'], () => '球拍的参数已修改'],
  [['min_tension', 'max_tension'], () => '磅数范围已修改'],
  [['is_main'], () => '主拍已变化'],
]

const passwordRequestFacts: readonly Fact<object>[] = [
  [['account', 'contact'], () => '账号或联系方式已重新填写'],
  [['proof'], () => '身份说明已重新填写'],
]

/**
 * What people decide on, by the table that stores it. A change of a listed column counts one revision, and nothing else
 * does: who else joined, or how many are left, is no reason to ask again.
 */
export const REVISED_FACTS = {
  invitations: classFacts,
  ball_games: gameFacts,
  courses: courseFacts,
  common_courses: commonCourseFacts,
  companies: companyFacts,
  company_invitations: [
    [['course_ids'], () => '可教课程已修改'],
    [['venue_ids'], () => '授课场馆已修改'],
  ] as readonly Fact<object>[],
  contracts: contractFacts,
  student_requests: [
    [['coach_id', 'company_id', 'course_id'], () => '想学的课程已修改'],
    [['free_times'], () => '常有空的时间已修改'],
    [['words'], () => '申请说明已修改'],
  ] as readonly Fact<object>[],
  products: productFacts,
  product_categories: [[['name'], ({ name }: Named) => `分类名称已改为 ${name}`]] as readonly Fact<Named>[],
  venues: venueFacts,
  adverts: advertFacts,
  merchants: merchantFacts,
  stringing_services: serviceFacts,
  merchant_strings: stringFacts,
  stringing_orders: stringingOrderFacts,
  shop_orders: shopOrderFacts,
  stored_cards: [
    [
      ['principal_fen', 'gift_fen'],
      ({ principalFen, giftFen }: Balance) => `余额已变为 ¥${yuanOf(principalFen + giftFen)}`,
    ],
  ] as readonly Fact<Balance>[],
  top_up_plans: planFacts,
  offline_settings: [
    [['limit_fen'], ({ limitFen }: Desk) => `一人可登记的上限已改为 ¥${yuanOf(limitFen)}`],
    [['is_allowed'], ({ isAllowed }: Desk) => (isAllowed ? '已允许到前台付款' : '已不允许到前台付款')],
    [['transfer_note'], () => '转账说明已修改'],
  ] as readonly Fact<Desk>[],
  users: userFacts,
  password_requests: passwordRequestFacts,
  addresses: addressFacts,
  rackets: racketFacts,
  staff: [
    [['nickname'], ({ nickname }) => `姓名已改为 ${nickname}`],
    [['is_lead', 'disabled_at'], () => '账号权限已修改'],
  ] as readonly Fact<{ nickname: string }>[],
} as const

export type RevisedTable = keyof typeof REVISED_FACTS

/** What the sentences of a table need to know of the present state. */
export type RevisedState<Table extends RevisedTable> = (typeof REVISED_FACTS)[Table] extends readonly Fact<
  infer State
>[]
  ? State
  : never

/** The sentences for changed columns, in the order of the facts. A column without a fact has none. */
export function changesOf<Table extends RevisedTable>(
  table: Table,
  columns: readonly string[],
  now: RevisedState<Table>,
): string[] {
  const facts: readonly Fact<never>[] = REVISED_FACTS[table]
  return facts.filter(([of]) => of.some((column) => columns.includes(column))).map(([, say]) => say(now as never))
}
