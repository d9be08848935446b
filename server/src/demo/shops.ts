import type { HalfHour } from '@paidang/domain/kernel/half-hour'

/** A stringing shop before it is a row; `n` counts from 1 and names its picture. Prices in fen. */
export type ShopPlan = {
  n: number
  name: string
  district: string
  address: string
  phone: string
  latitude: number
  longitude: number
  introduction: string
  rating: number
  turnaroundHours: number
  openFrom: HalfHour
  openTo: HalfHour
  services: { name: string; sport: 'tennis' | 'badminton'; priceFen: number }[]
}

const tennis = (name: string, priceYuan: number) => ({ name, sport: 'tennis' as const, priceFen: priceYuan * 100 })
const badminton = (name: string, priceYuan: number) => ({
  name,
  sport: 'badminton' as const,
  priceFen: priceYuan * 100,
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
    rating: 4.9,
    turnaroundHours: 4,
    openFrom: 20,
    openTo: 43,
    services: [
      tennis('手工费（自带线）', 50),
      tennis('聚酯线全穿', 158),
      tennis('软硬混穿', 188),
      tennis('羊肠线混穿', 420),
      badminton('羽毛球穿线', 45),
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
    rating: 4.8,
    turnaroundHours: 24,
    openFrom: 17,
    openTo: 44,
    services: [tennis('手工费（自带线）', 45), tennis('尼龙线全穿', 98), tennis('聚酯线全穿', 148)],
  },
  {
    name: '快手线房（江岸店）',
    district: '浦东新区',
    address: '浦东新区江岸大道 1518 号',
    phone: '021-55550303',
    latitude: 31.2155,
    longitude: 121.5458,
    introduction: '两小时快穿，比赛周加开夜班。',
    rating: 4.7,
    turnaroundHours: 2,
    openFrom: 18,
    openTo: 44,
    services: [
      badminton('羽毛球穿线（自带线）', 25),
      badminton('羽毛球高弹线', 58),
      tennis('手工费（自带线）', 40),
      tennis('加急费（2 小时内）', 30),
    ],
  },
  {
    name: '老穆球拍行',
    district: '杨浦区',
    address: '杨浦区创智坊路 33 号',
    phone: '021-55550304',
    latitude: 31.3052,
    longitude: 121.5121,
    introduction: '开店二十年，修拍换护线、配重、缠手胶都做。',
    rating: 4.9,
    turnaroundHours: 24,
    openFrom: 19,
    openTo: 41,
    services: [
      tennis('手工费（自带线）', 50),
      tennis('换护线条', 80),
      tennis('配重调试', 120),
      badminton('羽毛球穿线', 40),
    ],
  },
  {
    name: '云动羽毛球馆前台',
    district: '闵行区',
    address: '闵行区云动路 36 弄 2 号楼 1 层',
    phone: '021-55550305',
    latitude: 31.1124,
    longitude: 121.3817,
    introduction: '打完球顺手穿，第二场前取拍。',
    rating: 4.6,
    turnaroundHours: 3,
    openFrom: 14,
    openTo: 44,
    services: [badminton('羽毛球穿线（自带线）', 20), badminton('耐打线', 48), badminton('高磅穿线（28 磅以上）', 60)],
  },
  {
    name: '红土小站穿线',
    district: '长宁区',
    address: '长宁区虹谷路 520 号会所内',
    phone: '021-55550306',
    latitude: 31.2081,
    longitude: 121.3796,
    introduction: '一人一机，慢工细活，附穿线记录卡。',
    rating: 5,
    turnaroundHours: 48,
    openFrom: 20,
    openTo: 40,
    services: [tennis('手工费（自带线）', 60), tennis('聚酯线全穿', 168), tennis('天然羊肠全穿', 680)],
  },
]
