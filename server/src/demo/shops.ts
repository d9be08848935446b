import type { StringMaterial } from '@paidang/domain/areas/activities/stringing/string-job'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { Sport } from '@paidang/domain/kernel/sport'

/** A service of a shop, before it is a row. Price in fen. */
export type ServicePlan = { kind: 'LABOUR' | 'EXTRA'; name: string; sport: Sport; priceFen: number }

/** A string of a shop before it is a row, with the delivered metres. Price in fen per half set, gauge in mm. */
export type StringPlan = {
  sport: Sport
  brand: string
  name: string
  material: StringMaterial
  gauge: number
  color: string
  halfPriceFen: number
  metres: number
  /** The shop is warned below this stock. */
  lowStockMetres: number
}

/** A stringing shop before it is a row. `n` counts from 1 and names its picture. Prices in fen. */
export type ShopPlan = {
  n: number
  name: string
  district: string
  address: string
  phone: string
  latitude: number
  longitude: number
  introduction: string
  turnaroundHours: number
  openFrom: HalfHour
  openTo: HalfHour
  /** Null for a shop without collection and delivery. */
  courierFeeFen: number | null
  services: ServicePlan[]
  strings: StringPlan[]
}

const service =
  (kind: ServicePlan['kind'], sport: Sport) =>
  (name: string, priceYuan: number): ServicePlan => ({
    ...{ kind, sport, name },
    priceFen: priceYuan * 100,
  })
const tennis = service('LABOUR', 'tennis')
const badminton = service('LABOUR', 'badminton')
const tennisExtra = service('EXTRA', 'tennis')
const badmintonExtra = service('EXTRA', 'badminton')

/** The strings of the shops, by their name among stringers. */
const STRINGS = {
  hex: { sport: 'tennis', brand: '云弦', name: '六棱聚酯', material: 'POLY', gauge: 1.25, color: '银灰' },
  round: { sport: 'tennis', brand: '云弦', name: '圆芯聚酯', material: 'POLY', gauge: 1.3, color: '墨黑' },
  soft: { sport: 'tennis', brand: '山岚', name: '柔芯', material: 'MULTI', gauge: 1.3, color: '本色' },
  nylon: { sport: 'tennis', brand: '山岚', name: '合成尼龙', material: 'NYLON', gauge: 1.3, color: '白色' },
  gut: { sport: 'tennis', brand: '牧云', name: '天然羊肠', material: 'GUT', gauge: 1.3, color: '本色' },
  power: { sport: 'badminton', brand: '青羽', name: '高弹', material: 'NYLON', gauge: 0.65, color: '白色' },
  tough: { sport: 'badminton', brand: '青羽', name: '耐打', material: 'NYLON', gauge: 0.7, color: '荧光黄' },
  control: { sport: 'badminton', brand: '飞翎', name: '控球', material: 'MULTI', gauge: 0.63, color: '红色' },
} as const satisfies Record<string, Omit<StringPlan, 'halfPriceFen' | 'metres' | 'lowStockMetres'>>

/** The stock in metres below which shops are warned. It is higher for strings with a long delivery time. */
const LOW_STOCK = 36
const LOW_GUT = 72

const stock = (which: keyof typeof STRINGS, halfYuan: number, metres: number): StringPlan => ({
  ...STRINGS[which],
  halfPriceFen: halfYuan * 100,
  metres,
  lowStockMetres: which === 'gut' ? LOW_GUT : LOW_STOCK,
})

/** The stringing shops. */
export function planShops(): ShopPlan[] {
  return SHOPS.map((shop, index) => ({ ...shop, n: index + 1 }))
}

const SHOPS: Omit<ShopPlan, 'n'>[] = [
  {
    name: '弦音穿线工作室',
    district: '徐汇区',
    address: '徐汇区星湖路 270 号 1 层',
    phone: '021-55550301',
    latitude: 31.1709,
    longitude: 121.4596,
    introduction: '电子穿线机，四点打结，备 40 余款球线。到店可等，附近可上门取送。',
    turnaroundHours: 4,
    openFrom: 20,
    openTo: 43,
    courierFeeFen: 1_500,
    services: [
      tennis('网球手工费', 50),
      badminton('羽毛球手工费', 30),
      tennisExtra('换护线条', 80),
      tennisExtra('加急（当日优先）', 30),
      badmintonExtra('高磅加固（28 磅以上）', 15),
    ],
    strings: [
      stock('hex', 58, 200),
      stock('round', 48, 200),
      stock('soft', 68, 120),
      stock('gut', 188, 60),
      stock('power', 24, 200),
      stock('control', 32, 100),
    ],
  },
  {
    name: '青杉俱乐部穿线台',
    district: '静安区',
    address: '静安区青杉路 88 号 3 层前台',
    phone: '021-55550302',
    latitude: 31.2417,
    longitude: 121.447,
    introduction: '俱乐部会员上课时交拍，下课次日取拍。',
    turnaroundHours: 24,
    openFrom: 17,
    openTo: 44,
    courierFeeFen: null,
    services: [tennis('网球手工费', 45)],
    strings: [stock('hex', 56, 200), stock('nylon', 28, 200)],
  },
  {
    name: '快手线房（江岸店）',
    district: '浦东新区',
    address: '浦东新区江岸大道 1518 号',
    phone: '021-55550303',
    latitude: 31.2155,
    longitude: 121.5458,
    introduction: '两小时快穿，比赛周加开夜班。',
    turnaroundHours: 2,
    openFrom: 18,
    openTo: 44,
    courierFeeFen: 2_000,
    services: [badminton('羽毛球手工费', 25), tennis('网球手工费', 40), tennisExtra('加急（当日优先）', 30)],
    strings: [stock('power', 26, 200), stock('tough', 22, 200), stock('round', 46, 200), stock('nylon', 26, 100)],
  },
  {
    name: '老穆球拍行',
    district: '杨浦区',
    address: '杨浦区创智坊路 33 号',
    phone: '021-55550304',
    latitude: 31.3052,
    longitude: 121.5121,
    introduction: '开店二十年，修拍换护线、配重、缠手胶都做。',
    turnaroundHours: 24,
    openFrom: 19,
    openTo: 41,
    courierFeeFen: null,
    services: [
      tennis('网球手工费', 50),
      badminton('羽毛球手工费', 30),
      tennisExtra('换护线条', 80),
      tennisExtra('配重调试', 120),
    ],
    // The rest of the soft string is too short for half a racket.
    strings: [stock('hex', 60, 200), stock('soft', 66, 3), stock('tough', 20, 200)],
  },
  {
    name: '云动羽毛球馆前台',
    district: '闵行区',
    address: '闵行区云动路 36 弄 2 号楼 1 层',
    phone: '021-55550305',
    latitude: 31.1124,
    longitude: 121.3817,
    introduction: '打完球顺手穿，第二场前取拍。',
    turnaroundHours: 3,
    openFrom: 14,
    openTo: 44,
    courierFeeFen: null,
    services: [badminton('羽毛球手工费', 20), badmintonExtra('高磅加固（28 磅以上）', 12)],
    strings: [stock('power', 22, 200), stock('tough', 18, 200), stock('control', 30, 100)],
  },
  {
    name: '红土小站穿线',
    district: '长宁区',
    address: '长宁区虹谷路 520 号会所内',
    phone: '021-55550306',
    latitude: 31.2081,
    longitude: 121.3796,
    introduction: '一人一机，慢工细活，附穿线记录卡。',
    turnaroundHours: 48,
    openFrom: 20,
    openTo: 40,
    courierFeeFen: 2_500,
    services: [tennis('网球手工费', 60), tennisExtra('换护线条', 90)],
    strings: [stock('hex', 60, 200), stock('gut', 198, 80)],
  },
]
