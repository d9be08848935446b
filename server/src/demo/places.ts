import { courtsOf } from '@paidang/domain/areas/time/schedule/courts'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START, type HalfHour } from '@paidang/domain/kernel/half-hour'

/** A court before it is a row; `n` counts from 1 through all venues. */
export type CourtPlan = {
  n: number
  venue: VenuePlan
  courtIndex: number
  courtCode: string
  name: string
  surface: string
}

/** A venue before it is a row. `n` counts from 1 and names its picture. */
export type VenuePlan = {
  n: number
  name: string
  district: string
  address: string
  phone: string
  latitude: number
  longitude: number
  courtCodes: string | null
  courtCount: number
  firstStart: HalfHour
  lastStart: HalfHour
  sport: 'tennis' | 'badminton'
  courts: CourtPlan[]
}

/** `surfaces` are those of the first courts. All further courts have the last one. */
type VenueTraits = Omit<VenuePlan, 'n' | 'courts' | 'courtCount' | 'firstStart' | 'lastStart' | 'sport'> &
  Partial<Pick<VenuePlan, 'courtCount' | 'firstStart' | 'lastStart' | 'sport'>> & { surfaces: string[] }

const VENUES: VenueTraits[] = [
  {
    name: '星湖网球中心',
    district: '徐汇区',
    address: '徐汇区星湖路 268 号（近滨江绿地）',
    phone: '021-55550101',
    latitude: 31.1702,
    longitude: 121.4588,
    courtCodes: '1号场,2号场,3号场,4号场,5号场,6号场,7号场,8号场',
    surfaces: ['室内硬地', '室内硬地', '室内硬地', '室内硬地', '风雨棚', '风雨棚', '室外硬地'],
  },
  {
    name: '青杉网球馆',
    district: '静安区',
    address: '静安区青杉路 88 号青杉文体广场 3 层',
    phone: '021-55550102',
    latitude: 31.2417,
    longitude: 121.4469,
    courtCodes: 'A1,A2, B1,B2, C1',
    surfaces: ['室内硬地', '室内硬地', '风雨棚', '风雨棚', '塑胶'],
  },
  {
    name: '江岸体育公园',
    district: '浦东新区',
    address: '浦东新区江岸大道 1500 号 2 号门',
    phone: '021-55550103',
    latitude: 31.2148,
    longitude: 121.5446,
    courtCodes: null,
    courtCount: 10,
    firstStart: 14,
    lastStart: 41,
    surfaces: ['室外硬地', '室外硬地', '室外硬地', '室外硬地', '风雨棚', '风雨棚', '红土'],
  },
  {
    name: '云动羽毛球馆',
    district: '闵行区',
    address: '闵行区云动路 36 弄 2 号楼',
    phone: '021-55550104',
    latitude: 31.1123,
    longitude: 121.3815,
    courtCodes: '1号场,2号场,3号场,4号场,5号场,6号场,7号场,8号场',
    sport: 'badminton',
    surfaces: ['塑胶'],
  },
  {
    name: '创智风雨网球场',
    district: '杨浦区',
    address: '杨浦区创智坊路 19 号地块东侧',
    phone: '021-55550105',
    latitude: 31.3046,
    longitude: 121.5132,
    courtCodes: '东1,东2,西1,西2',
    surfaces: ['风雨棚'],
  },
  {
    name: '虹谷红土俱乐部',
    district: '长宁区',
    address: '长宁区虹谷路 520 号',
    phone: '021-55550106',
    latitude: 31.2079,
    longitude: 121.3794,
    courtCodes: '红土1,红土2,红土3,红土4,硬地1,硬地2',
    surfaces: ['红土', '红土', '红土', '红土', '室外硬地'],
  },
]

/** The venues with their courts. The names follow the product's naming. */
export function planVenues(): VenuePlan[] {
  let courtNumber = 0
  return VENUES.map(({ surfaces, ...traits }, index) => {
    const courts = courtsOf(traits)
    const venue: VenuePlan = {
      firstStart: DEFAULT_FIRST_START,
      lastStart: DEFAULT_LAST_START,
      sport: 'tennis',
      ...traits,
      n: index + 1,
      courtCount: courts.length,
      courts: [],
    }
    venue.courts = courts.map((court, courtIndex) => {
      courtNumber += 1
      const surface = surfaces[courtIndex] ?? surfaces.at(-1) ?? ''
      return { n: courtNumber, venue, courtIndex, ...court, surface }
    })
    return venue
  })
}
