import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import type { Random } from './random.ts'

/** User names of the demo accounts. Source: decision "The demo world". */
export const DEMO_USERNAMES = ['player', 'player2', 'player3', 'coach', 'coach2', 'coach3', 'solo'] as const
export type DemoUsername = (typeof DEMO_USERNAMES)[number]

/** User names of the staff accounts: the platform's operator and senior operator, the first shop's owner and clerk. */
export const STAFF_USERNAMES = ['operator', 'senior', 'merchant', 'clerk'] as const

/** A new player: nobody's student yet, without a contract. They ask coach for a first class. */
export const NEWCOMER = '钱多多'
/** People with an unverified phone number: they registered on the web. One of them is a student. */
const CLAIMERS = [NEWCOMER, '罗一平']

/** A player without a coach yet. Coaches find this player by phone number. */
export const SEEKER = 'Yuki'

/** A player's interest. It decides whose student they are. */
type Interest = 'tennis' | 'youth' | 'badminton'

/**
 * Somebody of the demo world before they are a row. `n` counts from 1 through coaches and players and names the
 * picture.
 */
export type Person = {
  n: number
  username?: DemoUsername
  userType: 0 | 1 | 2
  nickname: string
  gender: 0 | 1
  level: number
  region: string
  handedness: 0 | 1
  backhandStyle: 'single' | 'double'
  description: string
  phone: string
  phoneVerified: boolean
  wechatId: string | null
  wechatIdOpen: boolean
  verified: 0 | 1
  interest: Interest
  createdAt: Date
}

/** All people, and those whom the story names. */
export type People = { all: Person[]; coaches: Person[]; players: Person[]; named: (username: DemoUsername) => Person }

type Traits = Pick<Person, 'nickname' | 'gender' | 'level' | 'description'> &
  Partial<Pick<Person, 'username' | 'userType' | 'handedness' | 'backhandStyle' | 'interest'>> & { district: string }

const F = 0
const M = 1

const COACHES: Traits[] = [
  {
    username: 'coach',
    userType: 1,
    nickname: '王启明',
    gender: M,
    level: 6,
    district: '徐汇区',
    backhandStyle: 'single',
    description: '前市队队员，执教 12 年。擅长正手发力与成人零基础，课上话不多，球喂得准。',
  },
  {
    username: 'coach2',
    userType: 1,
    nickname: '沈嘉禾',
    gender: F,
    level: 5.5,
    district: '静安区',
    interest: 'youth',
    description: '青少年与双打。体育教育专业，带过 30 多位孩子从网前小球打到底线。',
  },
  {
    userType: 1,
    nickname: '高远',
    gender: M,
    level: 5.5,
    district: '徐汇区',
    handedness: 1,
    description: '左手持拍，陪练强度大，适合 3.5 以上想打比赛的球友。',
  },
  {
    userType: 2,
    nickname: '苏晴',
    gender: F,
    level: 5,
    district: '静安区',
    interest: 'youth',
    description: '少儿启蒙，耐心，会讲故事。红球、橙球、绿球循序渐进。',
  },
  {
    userType: 1,
    nickname: '陆思远',
    gender: M,
    level: 6,
    district: '浦东新区',
    description: '江岸球类学院主教练，ITF 二级。战术课与视频分析。',
  },
  {
    username: 'coach3',
    userType: 2,
    nickname: '顾明轩',
    gender: M,
    level: 5.5,
    district: '浦东新区',
    description: '江岸签约教练，发球与截击专项，周三晚上常年有课。',
  },
  {
    userType: 1,
    nickname: '李牧之',
    gender: M,
    level: 5.5,
    district: '闵行区',
    interest: 'badminton',
    description: '羽毛球国家二级运动员，步法与杀球，也带企业队。',
  },
  {
    username: 'solo',
    userType: 1,
    nickname: '江澈',
    gender: M,
    level: 6,
    district: '长宁区',
    backhandStyle: 'single',
    description: '独立教练，只带一对一，帮你把一个动作改到位。',
  },
]

const PLAYERS: Traits[] = [
  {
    username: 'player',
    nickname: '林知夏',
    gender: F,
    level: 3.5,
    district: '徐汇区',
    description: '下班就想打球。正手还行，反手在练，双打缺一喊我。',
  },
  {
    username: 'player2',
    nickname: '周子墨',
    gender: M,
    level: 3,
    district: '静安区',
    description: '周末党，喜欢双打，网前比底线稳。',
  },
  {
    username: 'player3',
    nickname: '许念安',
    gender: F,
    level: 2.5,
    district: '长宁区',
    handedness: 1,
    description: '左手新手，学球第二年。',
  },
  { nickname: '阿正', gender: M, level: 4, district: '徐汇区', description: '底线相持型，跑得动。' },
  {
    nickname: 'Lucas陈',
    gender: M,
    level: 4.5,
    district: '浦东新区',
    backhandStyle: 'single',
    description: '单反爱好者，求虐。',
  },
  { nickname: '赵一鸣', gender: M, level: 4.5, district: '徐汇区', description: '大学校队退役，工作后每周两场。' },
  { nickname: '吴小满', gender: F, level: 3, district: '静安区', description: '娱乐双打，输赢都请喝咖啡。' },
  {
    nickname: '反手小王子',
    gender: M,
    level: 3.5,
    district: '长宁区',
    backhandStyle: 'single',
    description: '反手切削专业户。',
  },
  {
    nickname: '糖糖妈妈',
    gender: F,
    level: 1.5,
    district: '静安区',
    interest: 'youth',
    description: '陪娃学球，自己也上头了。',
  },
  { nickname: '老周爱网球', gender: M, level: 3, district: '徐汇区', description: '球龄二十年，早场为主。' },
  { nickname: 'Mia', gender: F, level: 3, district: '浦东新区', description: '' },
  { nickname: '球场上的风', gender: M, level: 4, district: '浦东新区', description: '发球上网，打得快。' },
  { nickname: '顾南风', gender: M, level: 3.5, district: '徐汇区', description: '单打双打都行，约球请提前一天。' },
  { nickname: '沈二毛', gender: M, level: 2.5, district: '杨浦区', description: '刚从羽毛球转网球，手腕还改不过来。' },
  { nickname: '大橙子🍊', gender: F, level: 2, district: '闵行区', description: '快乐球友' },
  { nickname: 'Kevin.Z', gender: M, level: 5, district: '浦东新区', description: 'UTR 8+, weekend matches.' },
  { nickname: '宋词', gender: F, level: 3, district: '徐汇区', description: '喜欢红土。' },
  { nickname: '不上网的鱼', gender: M, level: 3.5, district: '杨浦区', description: '底线磨到你怀疑人生。' },
  {
    nickname: '陆家嘴费德勒',
    gender: M,
    level: 4,
    district: '浦东新区',
    backhandStyle: 'single',
    description: '午休能打一小时。',
  },
  {
    nickname: '一发入魂',
    gender: M,
    level: 4.5,
    district: '静安区',
    handedness: 1,
    description: '左手大力发球，二发不谈。',
  },
  { nickname: '梁思齐', gender: F, level: 2.5, district: '长宁区', description: '' },
  { nickname: '小树苗', gender: F, level: 1, district: '静安区', interest: 'youth', description: '7 岁，橙球阶段。' },
  {
    nickname: '豆豆（8岁）',
    gender: M,
    level: 1,
    district: '徐汇区',
    interest: 'youth',
    description: '爸爸代管账号。',
  },
  { nickname: '何必打双反', gender: M, level: 3.5, district: '闵行区', backhandStyle: 'single', description: '' },
  { nickname: '江小鱼', gender: F, level: 2, district: '浦东新区', description: '零基础半年。' },
  { nickname: '方可心', gender: F, level: 3, district: '徐汇区', description: '周末上午固定打球。' },
  { nickname: 'Tony老师', gender: M, level: 3.5, district: '静安区', description: '剪头发的，不教球。' },
  { nickname: '浦东小德', gender: M, level: 4, district: '浦东新区', description: '拉拍早，跑动快。' },
  { nickname: '程序员老李', gender: M, level: 2, district: '徐汇区', description: '久坐腰不好，教练让多转体。' },
  {
    nickname: '乐乐爸爸',
    gender: M,
    level: 1.5,
    district: '长宁区',
    interest: 'youth',
    description: '父子档，一起从零开始。',
  },
  { nickname: '韩越', gender: M, level: 5.5, district: '杨浦区', description: '前专业队，偶尔打业余赛。' },
  { nickname: NEWCOMER, gender: F, level: 2.5, district: '徐汇区', description: '想系统学，正在挑教练。' },
  { nickname: SEEKER, gender: F, level: 3.5, district: '长宁区', description: '中日双语，喜欢混双。' },
  { nickname: '罗一平', gender: M, level: 3, district: '浦东新区', description: '' },
  {
    nickname: '朵朵（三年级）',
    gender: F,
    level: 1.5,
    district: '静安区',
    interest: 'youth',
    description: '正在练绿球。',
  },
  {
    nickname: '羽球阿杰',
    gender: M,
    level: 4,
    district: '闵行区',
    interest: 'badminton',
    description: '羽毛球男双，后场。',
  },
  { nickname: '羽毛飞飞', gender: F, level: 2.5, district: '闵行区', interest: 'badminton', description: '混双网前。' },
  { nickname: '丁丁', gender: M, level: 1.5, district: '静安区', interest: 'youth', description: '三年级，学了一年。' },
  {
    nickname: '唐诗韵',
    gender: F,
    level: 3,
    district: '闵行区',
    interest: 'badminton',
    description: '公司羽毛球队队长。',
  },
  {
    nickname: '早起打球的猫',
    gender: F,
    level: 2.5,
    district: '杨浦区',
    interest: 'badminton',
    description: '七点开局，九点上班。',
  },
]

/** Plans the people, coaches first. Phone numbers are 138 0000 00nn: unique and clearly invented. */
export function planPeople(today: Day, random: Random): People {
  const all = [...COACHES, ...PLAYERS].map((traits, index): Person => {
    const { district, userType = 0, handedness = 0, backhandStyle = 'double', interest = 'tennis', ...rest } = traits
    const n = index + 1
    const isCoach = userType !== 0
    const isNamed = traits.username !== undefined
    const daysAgo = isCoach ? random.int(400, 900) : isNamed ? random.int(200, 300) : random.int(120, 700)
    return {
      ...rest,
      n,
      userType,
      handedness,
      backhandStyle,
      interest,
      region: `上海市 ${district}`,
      phone: `138000000${String(n).padStart(2, '0')}`,
      phoneVerified: !CLAIMERS.includes(rest.nickname),
      wechatId: isCoach || random.chance(0.5) ? `paidang_demo_${n}` : null,
      wechatIdOpen: isCoach || random.chance(0.3),
      verified: isCoach || random.chance(0.4) ? 1 : 0,
      createdAt: new Date(
        instantOf(addDays(today, -daysAgo), random.int(17, 44)).getTime() + random.int(1, 29) * 60_000,
      ),
    }
  })

  const byName = new Map(all.map((person) => [person.username, person]))
  const named = (username: DemoUsername) => {
    const person = byName.get(username)
    if (!person) throw new Error(`Nobody is called ${username}`)
    return person
  }
  return { all, coaches: all.slice(0, COACHES.length), players: all.slice(COACHES.length), named }
}
