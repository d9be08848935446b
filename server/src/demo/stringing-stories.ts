import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { Sport } from '@paidang/domain/kernel/sport'

/** A racket, by the nickname of its owner. The first racket of each sport is the one in use. Limits in pounds. */
export type RacketTraits = {
  owner: string
  sport: Sport
  brand: string
  model: string
  gripSize?: string
  pattern?: string
  weightGrams?: number
  code?: string
  minTension?: number
  maxTension?: number
}

/** The rackets; `player` (林知夏) has one of each kind of story. */
export const RACKETS: readonly RacketTraits[] = [
  {
    owner: '林知夏',
    sport: 'tennis',
    brand: '海岬',
    model: '疾风 98',
    gripSize: 'L2',
    pattern: '16x19',
    weightGrams: 305,
    code: '蓝色减震',
    minTension: 45,
    maxTension: 58,
  },
  {
    owner: '林知夏',
    sport: 'tennis',
    brand: '海岬',
    model: '疾风 98（备拍）',
    gripSize: 'L2',
    pattern: '16x19',
    weightGrams: 305,
    minTension: 45,
    maxTension: 58,
  },
  { owner: '林知夏', sport: 'badminton', brand: '竹影', model: '轻羽 80', gripSize: 'G5', weightGrams: 83 },
  { owner: '林知夏', sport: 'tennis', brand: '云岭', model: '入门 100', gripSize: 'L1', weightGrams: 280 },
  { owner: '周子墨', sport: 'tennis', brand: '云岭', model: '力士 100', gripSize: 'L3', pattern: '16x19' },
  { owner: '许念安', sport: 'tennis', brand: '松涛', model: '柔手 102', gripSize: 'L1', weightGrams: 270 },
  { owner: '王启明', sport: 'tennis', brand: '海岬', model: '教头 97', gripSize: 'L4', pattern: '18x20' },
  { owner: '顾南风', sport: 'tennis', brand: '松涛', model: '旋风 100', gripSize: 'L3', pattern: '16x19' },
  { owner: '陆家嘴费德勒', sport: 'tennis', brand: '海岬', model: '教头 97', gripSize: 'L3', pattern: '16x19' },
  { owner: '方可心', sport: 'tennis', brand: '云岭', model: '力士 100', gripSize: 'L2', weightGrams: 285 },
  { owner: '羽球阿杰', sport: 'badminton', brand: '竹影', model: '重炮 88', gripSize: 'G4', weightGrams: 88 },
  { owner: '羽毛飞飞', sport: 'badminton', brand: '竹影', model: '轻羽 80', gripSize: 'G5', weightGrams: 83 },
  { owner: '宋词', sport: 'tennis', brand: '松涛', model: '旋风 100', gripSize: 'L2' },
  { owner: '不上网的鱼', sport: 'tennis', brand: '云岭', model: '磨王 98', gripSize: 'L3' },
  { owner: '何必打双反', sport: 'tennis', brand: '云岭', model: '磨王 98', gripSize: 'L3' },
  { owner: '一发入魂', sport: 'tennis', brand: '云岭', model: '力士 100', gripSize: 'L2' },
]

/** The status of an order, who ended it, or its review. */
type Fate =
  | { status: 'SUBMITTED' | 'RECEIVED' | 'STRINGING' | 'READY' }
  /** `isNew`: the shop has not accepted it yet. */
  | { status: 'PAID'; isNew?: true }
  /** `isJustNow`: the racket went back to its player a moment ago. */
  | { status: 'COMPLETED'; stars?: number; text?: string; isJustNow?: true }
  /**
   * `inShop` is the reason why a shop does not string a racket that it already has. The racket waits to be given back.
   * `isRefundStuck`: the provider does not carry out the refund.
   */
  | { status: 'CANCELLED'; actorId: 'PLAYER' | 'MERCHANT' | 'UNPAID'; inShop?: string; isRefundStuck?: true }

/** A stringing order in plain data: strings by name, null for the player's own. Ordered `daysAgo`, in the evening. */
export type JobTraits = {
  owner: string
  racket: string
  shop: string
  strings: [mains: string | null, crosses: string | null]
  tension: [mains: number, crosses: number]
  daysAgo: number
  fate: Fate
  extras?: string[]
  preStretch?: 0 | 5 | 10
  knots?: 2 | 4
  notes?: string
  isFetched?: true
  /** When the player wants it: days from today, and the half-hour. Default: the day after tomorrow. */
  due?: [days: number, halfHour: HalfHour]
}

const STUDIO = '弦音穿线工作室'
const CLUB = '青杉俱乐部穿线台'
const QUICK = '快手线房（江岸店）'
const OLD_MU = '老穆球拍行'
const HALL = '云动羽毛球馆前台'
const CLAY = '红土小站穿线'

const praised = (stars: number, text: string): Fate => ({ status: 'COMPLETED', stars, text })

/**
 * The orders. Polyester lasts 15 hours. The racket in use of `player` was strung seven weeks ago, and `player` has
 * played more hours since then.
 */
export const JOBS: readonly JobTraits[] = [
  {
    ...{ owner: '林知夏', racket: '疾风 98', shop: STUDIO, strings: ['六棱聚酯', '六棱聚酯'], tension: [50, 48] },
    daysAgo: 95,
    fate: praised(5, '磅数很准，手感比原厂线好太多。'),
  },
  {
    ...{ owner: '林知夏', racket: '疾风 98', shop: STUDIO, strings: ['六棱聚酯', '柔芯'], tension: [50.5, 49] },
    daysAgo: 50,
    fate: praised(5, '混穿弹性好多了，师傅还顺手换了减震。'),
    preStretch: 5,
    knots: 4,
    notes: '主线六棱，横线柔芯，四点打结。',
  },
  {
    ...{
      owner: '林知夏',
      racket: '疾风 98（备拍）',
      shop: STUDIO,
      strings: ['圆芯聚酯', '圆芯聚酯'],
      tension: [49, 47],
    },
    daysAgo: 2,
    fate: { status: 'READY' },
    notes: '和主拍差一磅，请贴标签。',
  },
  {
    ...{ owner: '林知夏', racket: '轻羽 80', shop: HALL, strings: ['高弹', '高弹'], tension: [23, 24] },
    daysAgo: 24,
    fate: { status: 'COMPLETED' },
  },
  {
    ...{ owner: '林知夏', racket: '轻羽 80', shop: QUICK, strings: ['耐打', '耐打'], tension: [24, 25] },
    daysAgo: 1,
    fate: { status: 'PAID' },
    isFetched: true,
  },
  {
    ...{ owner: '林知夏', racket: '入门 100', shop: CLUB, strings: ['合成尼龙', '合成尼龙'], tension: [52, 50] },
    daysAgo: 0,
    fate: { status: 'SUBMITTED' },
  },
  {
    ...{ owner: '林知夏', racket: '入门 100', shop: CLAY, strings: ['天然羊肠', '天然羊肠'], tension: [54, 52] },
    daysAgo: 12,
    fate: { status: 'CANCELLED', actorId: 'PLAYER' },
  },
  {
    ...{ owner: '周子墨', racket: '力士 100', shop: STUDIO, strings: ['六棱聚酯', '六棱聚酯'], tension: [53, 51] },
    daysAgo: 2,
    fate: { status: 'RECEIVED' },
    due: [0, 42],
    extras: ['换护线条'],
  },
  {
    ...{ owner: '周子墨', racket: '力士 100', shop: OLD_MU, strings: ['六棱聚酯', '六棱聚酯'], tension: [54, 52] },
    daysAgo: 30,
    fate: praised(4, '手艺没得说，周末要等一天。'),
  },
  {
    ...{ owner: '许念安', racket: '柔手 102', shop: STUDIO, strings: ['柔芯', '柔芯'], tension: [48, 46] },
    daysAgo: 2,
    fate: { status: 'STRINGING' },
    notes: '胳膊有点旧伤，磅数别高。',
  },
  {
    ...{ owner: '王启明', racket: '教头 97', shop: STUDIO, strings: [null, null], tension: [47, 45] },
    daysAgo: 1,
    fate: { status: 'PAID' },
    notes: '自带两盘线，一起送到。',
  },
  {
    ...{ owner: '王启明', racket: '教头 97', shop: STUDIO, strings: [null, '圆芯聚酯'], tension: [47, 45] },
    daysAgo: 20,
    fate: praised(5, '每两周来一次，从没出过错。'),
    knots: 4,
  },
  {
    ...{ owner: '顾南风', racket: '旋风 100', shop: STUDIO, strings: ['六棱聚酯', '圆芯聚酯'], tension: [51, 50] },
    daysAgo: 9,
    fate: praised(4, '穿得快，就是停车不太方便。'),
    extras: ['加急（当日优先）'],
  },
  {
    ...{ owner: '顾南风', racket: '旋风 100', shop: STUDIO, strings: ['天然羊肠', '六棱聚酯'], tension: [52, 49] },
    daysAgo: 5,
    fate: { status: 'CANCELLED', actorId: 'MERCHANT' },
  },
  {
    ...{ owner: '陆家嘴费德勒', racket: '教头 97', shop: QUICK, strings: ['圆芯聚酯', '圆芯聚酯'], tension: [48, 46] },
    daysAgo: 7,
    fate: praised(5, '真的两小时，午休送过去下班拿。'),
    isFetched: true,
  },
  {
    ...{ owner: '方可心', racket: '力士 100', shop: CLUB, strings: ['六棱聚酯', '合成尼龙'], tension: [50, 50] },
    daysAgo: 15,
    fate: praised(5, '上课顺手交拍，省心。'),
  },
  {
    ...{ owner: '羽球阿杰', racket: '重炮 88', shop: HALL, strings: ['耐打', '耐打'], tension: [28, 30] },
    daysAgo: 6,
    fate: praised(5, '三十磅没变形。'),
    extras: ['高磅加固（28 磅以上）'],
    preStretch: 10,
  },
  {
    ...{ owner: '羽毛飞飞', racket: '轻羽 80', shop: HALL, strings: ['控球', '控球'], tension: [22, 23] },
    daysAgo: 17,
    fate: praised(4, '颜色好看，弹性略软。'),
  },
  {
    ...{ owner: '宋词', racket: '旋风 100', shop: CLAY, strings: ['天然羊肠', '六棱聚酯'], tension: [52, 48] },
    daysAgo: 26,
    fate: praised(5, '附的记录卡很用心，红土上特别舒服。'),
  },
  {
    ...{ owner: '不上网的鱼', racket: '磨王 98', shop: QUICK, strings: ['圆芯聚酯', '圆芯聚酯'], tension: [55, 53] },
    daysAgo: 3,
    fate: { status: 'CANCELLED', actorId: 'UNPAID' },
  },
  {
    ...{ owner: '不上网的鱼', racket: '磨王 98', shop: OLD_MU, strings: ['六棱聚酯', '六棱聚酯'], tension: [55, 53] },
    daysAgo: 33,
    fate: praised(5, '老师傅，话不多，活细。'),
    extras: ['配重调试'],
  },
  {
    ...{ owner: '顾南风', racket: '旋风 100', shop: STUDIO, strings: ['六棱聚酯', '圆芯聚酯'], tension: [51, 50] },
    daysAgo: 1,
    fate: { status: 'PAID', isNew: true },
    notes: '和上次一样，周三比赛前要。',
    due: [1, 36],
  },
  {
    ...{ owner: '宋词', racket: '旋风 100', shop: STUDIO, strings: ['柔芯', '柔芯'], tension: [50, 48] },
    daysAgo: 1,
    fate: { status: 'PAID' },
    isFetched: true,
    due: [0, 42],
  },
  {
    ...{ owner: '陆家嘴费德勒', racket: '教头 97', shop: STUDIO, strings: ['天然羊肠', '圆芯聚酯'], tension: [54, 52] },
    daysAgo: 3,
    fate: { status: 'RECEIVED' },
    preStretch: 5,
    due: [-1, 36],
  },
  {
    ...{ owner: '不上网的鱼', racket: '磨王 98', shop: STUDIO, strings: ['六棱聚酯', '六棱聚酯'], tension: [55, 53] },
    daysAgo: 2,
    fate: { status: 'READY' },
    isFetched: true,
  },
  {
    ...{ owner: '方可心', racket: '力士 100', shop: STUDIO, strings: ['六棱聚酯', '柔芯'], tension: [50, 49] },
    daysAgo: 3,
    fate: { status: 'COMPLETED', isJustNow: true },
  },
  {
    ...{ owner: '何必打双反', racket: '磨王 98', shop: STUDIO, strings: ['六棱聚酯', '六棱聚酯'], tension: [56, 54] },
    daysAgo: 2,
    fate: { status: 'CANCELLED', actorId: 'MERCHANT', inShop: '拍框内侧有裂纹，上机会断。已全额退款，请来取回球拍。' },
  },
  {
    ...{ owner: '一发入魂', racket: '力士 100', shop: OLD_MU, strings: ['六棱聚酯', '六棱聚酯'], tension: [53, 51] },
    daysAgo: 2,
    fate: { status: 'CANCELLED', actorId: 'PLAYER', isRefundStuck: true },
  },
]
