import type { ProductShape } from './product-pictures.ts'

/** A product before it is a row; `n` counts from 1 and names its picture, `stock` is what is left of it now. In fen. */
export type ProductPlan = {
  n: number
  category: string
  name: string
  subtitle: string
  description: string
  shape: ProductShape
  priceFen: number
  originalFen: number | null
  stock: number
  sortOrder: number
}

/** The categories of the shop, in their order. */
export const CATEGORIES = ['网球', '羽毛球', '球线', '手胶护具', '球包服饰', '训练器材'] as const
type Category = (typeof CATEGORIES)[number]

type Offer = [name: string, subtitle: string, shape: ProductShape, yuan: number, stock: number, usualYuan?: number]

const RANGE: Record<Category, Offer[]> = {
  网球: [
    ['青杉比赛用球', '三只罐装 · 硬地耐打', 'can', 38, 120],
    ['江岸训练球', '四只罐装 · 弹性稳定', 'can', 29, 86, 39],
    ['红土专用球', '三只罐装 · 毛毡加密', 'can', 45, 40],
    ['儿童低压球', '橙色 · 八岁以下', 'can', 52, 24],
  ],
  羽毛球: [
    ['云动鹅毛球', '十二只装 · 77 速', 'tube', 118, 60],
    ['云动鸭毛球', '十二只装 · 训练', 'tube', 78, 95, 92],
    ['尼龙球', '六只装 · 户外', 'tube', 42, 38],
    ['少儿练习球', '六只装 · 飞行慢', 'tube', 36, 0],
  ],
  球线: [
    ['聚酯硬线', '12 米 · 1.25 mm', 'reel', 68, 55],
    ['仿羊肠软线', '12 米 · 1.30 mm', 'reel', 98, 30, 128],
    ['羽拍高弹线', '10 米 · 0.66 mm', 'reel', 45, 70],
    ['羽拍耐打线', '10 米 · 0.70 mm', 'reel', 40, 66],
  ],
  手胶护具: [
    ['干性吸汗手胶', '三条装 · 0.6 mm', 'grip', 25, 200],
    ['湿粘手胶', '三条装 · 手感软', 'grip', 29, 140, 36],
    ['运动护腕', '一对 · 吸汗毛圈', 'band', 32, 48],
    ['护肘', '单只 · 网球肘', 'band', 89, 16],
  ],
  球包服饰: [
    ['六支装球拍包', '独立鞋仓 · 隔热层', 'bag', 328, 12, 458],
    ['双肩球包', '两支装 · 通勤', 'bag', 239, 18],
    ['速干短袖', '男女同款 · 五色', 'shirt', 129, 45],
    ['遮阳帽', '可调节 · 速干', 'cap', 69, 33],
  ],
  训练器材: [
    ['标志碟', '二十个装', 'cones', 35, 50],
    ['捡球筐', '可容 60 只 · 折叠', 'basket', 168, 9],
    ['减震器', '两只装 · 硅胶', 'damper', 15, 160],
    ['入门成人拍', '碳铝 · 已穿线', 'racket', 399, 14, 499],
  ],
}

/** Products that the operators put before all others. */
const FIRST = ['青杉比赛用球', '云动鹅毛球', '干性吸汗手胶']

/** What the shop sells. */
export function planProducts(): ProductPlan[] {
  return CATEGORIES.flatMap((category) => RANGE[category].map((offer) => ({ category, offer }))).map(
    ({ category, offer: [name, subtitle, shape, yuan, stock, usualYuan] }, index) => ({
      n: index + 1,
      category,
      name,
      subtitle,
      description: `${name}，${subtitle}。下单后 24 小时内发货，收货后 7 天内可退。`,
      shape,
      priceFen: yuan * 100,
      originalFen: usualYuan === undefined ? null : usualYuan * 100,
      stock,
      sortOrder: FIRST.includes(name) ? FIRST.indexOf(name) - FIRST.length : 0,
    }),
  )
}
