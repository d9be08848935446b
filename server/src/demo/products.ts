import type { ProductPicture } from './product-pictures.ts'

/**
 * A product before it is a row. `n` counts from 1 and names its picture. `stock` is the present stock. Prices in fen.
 */
export type ProductPlan = {
  n: number
  category: string
  name: string
  subtitle: string
  description: string
  picture: ProductPicture
  priceFen: number
  originalFen: number | null
  stock: number
  sortOrder: number
  /** It arrived a few days ago, and nobody has bought it yet. */
  isNew: boolean
}

/** The categories of the shop, in display order. */
export const CATEGORIES = ['网球', '羽毛球', '球线', '手胶护具', '球包服饰', '训练器材'] as const
type Category = (typeof CATEGORIES)[number]

type Offer = [
  name: string,
  subtitle: string,
  picture: ProductPicture,
  yuan: number,
  stock: number,
  description: string,
  usualYuan?: number,
]

const RANGE: Record<Category, Offer[]> = {
  网球: [
    [
      '青杉比赛用球',
      '三只罐装 · 硬地耐打',
      'match balls',
      38,
      120,
      '毛毡偏厚，硬地上打满三盘仍然起毛均匀。球芯加压，开罐当天弹性最好，建议两周内用完。俱乐部周赛指定用球。',
    ],
    [
      '江岸训练球',
      '四只罐装 · 弹性稳定',
      'training balls',
      29,
      86,
      '无压球芯，放几个月弹性也不掉，适合球筐和发球机。落地比比赛球略沉，练稳定性刚好。四只一罐，比三只装省一个来回。',
      39,
    ],
    [
      '红土专用球',
      '三只罐装 · 毛毡加密',
      'clay balls',
      45,
      40,
      '毛毡织得更密，红土沾上以后一掸就掉，不容易变重。弹跳略低，给上旋留足时间。雨后湿场也能用。',
    ],
    [
      '儿童低压球',
      '橙色 · 八岁以下',
      'children’s balls',
      52,
      24,
      '橙色低压，速度约为标准球的一半，弹到孩子腰部。配二十三到二十五寸球拍和短场使用。内附一只红色海绵球，给更小的弟弟妹妹。',
    ],
  ],
  羽毛球: [
    [
      '云动鹅毛球',
      '十二只装 · 77 速',
      'goose feather',
      118,
      60,
      '选用鹅刀翎，飞行稳，落点误差在二十厘米以内。77 速适合上海春秋两季的室内馆。复合软木球头，单打大约一局换一只。',
    ],
    [
      '云动鸭毛球',
      '十二只装 · 训练',
      'duck feather',
      78,
      95,
      '鸭毛加固双线，耐打，多球练习一筒能撑两个小时。飞行比鹅毛略飘，练基本功足够。球头缝线，不容易脱。',
      92,
    ],
    [
      '尼龙球',
      '六只装 · 户外',
      'nylon shuttles',
      42,
      38,
      '黄色尼龙裙，阴天也看得清。球头加重，二级风里还能打直线。一只可以用一个月，公园和露营都合适。',
    ],
    [
      '少儿练习球',
      '六只装 · 飞行慢',
      'children’s shuttles',
      36,
      0,
      '裙边加大、飞行放慢，刚学挥拍的孩子追得上。粉蓝两色，分组做游戏方便。海绵球头，打到身上不疼。',
    ],
  ],
  球线: [
    [
      '聚酯硬线',
      '12 米 · 1.25 mm',
      'polyester',
      68,
      55,
      '六棱截面咬球，适合挥速快、爱上旋的底线球员。建议比常用磅数低两磅，否则手臂会累。大约二十小时后失去弹性，该换就换。',
    ],
    [
      '仿羊肠软线',
      '12 米 · 1.30 mm',
      'gut',
      98,
      30,
      '上千根细丝编成，吸震好，有过网球肘的球友首选。控球区大，截击手感清楚。怕潮，雨天打完请擦干拍面。',
      128,
    ],
    [
      '羽拍高弹线',
      '10 米 · 0.66 mm',
      'lively string',
      45,
      70,
      '0.66 毫米细线，出球脆，高远球省力。推荐二十四到二十六磅。杀球多的话，大约一个月断一次。',
    ],
    [
      '羽拍耐打线',
      '10 米 · 0.70 mm',
      'lasting string',
      40,
      66,
      '外层包覆耐磨纤维，0.70 毫米，双打爱好者两三个月换一次。声音偏闷，手感扎实。荧光黄，馆里灯暗也看得清拍面。',
    ],
  ],
  手胶护具: [
    [
      '干性吸汗手胶',
      '三条装 · 0.6 mm',
      'dry grip',
      25,
      200,
      '干爽不粘，夏天手汗多的人换上就知道。白、蓝、墨绿各一条，0.6 毫米，不改变拍柄粗细。每条带封口贴，一条可缠两支羽拍。',
    ],
    [
      '湿粘手胶',
      '三条装 · 手感软',
      'tacky grip',
      29,
      140,
      '表面微粘，握得松也不打滑，反手切换更快。0.75 毫米，比干胶软一点。秋冬用最舒服，变硬发亮就该换了。',
      36,
    ],
    [
      '运动护腕',
      '一对 · 吸汗毛圈',
      'wrist bands',
      32,
      48,
      '加厚毛圈棉，擦汗不刮脸。松紧适中，戴一场不勒手。红白和蓝白各一只，可机洗。',
    ],
    [
      '护肘',
      '单只 · 网球肘',
      'elbow sleeve',
      89,
      16,
      '加压绑带正好压在前臂伸肌上，减轻网球肘的牵拉痛。透气针织，夏天也戴得住。分左右通用，臂围 24 到 32 厘米。疼痛持续两周请先看医生。',
    ],
  ],
  球包服饰: [
    [
      '六支装球拍包',
      '独立鞋仓 · 隔热层',
      'six rackets’ bag',
      328,
      12,
      '两个主仓各放三支拍，一侧有铝箔隔热层，夏天放车里不怕线松。底部独立鞋仓，可放到 46 码。可手提也可双肩背。',
      458,
    ],
    [
      '双肩球包',
      '两支装 · 通勤',
      'backpack',
      239,
      18,
      '拍柄从侧面伸出，上地铁不碰人。内有 14 寸电脑夹层，下班直接去球场。底部加厚，淋小雨不透。',
    ],
    [
      '速干短袖',
      '男女同款 · 五色',
      'shirt',
      129,
      45,
      '180 克速干网眼布，出汗两分钟就干。肩缝后移，发球抬手不扯。版型正常，平时穿什么码就选什么码。',
    ],
    [
      '遮阳帽',
      '可调节 · 速干',
      'cap',
      69,
      33,
      '帽檐内侧深色，不反光，发球抬头看得清。后扣可调，头围 55 到 61 厘米。内圈吸汗带可以手洗。',
    ],
  ],
  训练器材: [
    [
      '标志碟',
      '二十个装',
      'cones',
      35,
      50,
      '橙黄两色各十个，摆步伐路线一目了然。软胶材质，踩上去不会崴脚，压扁了也能弹回来。附提手架，收起来只有一拃高。',
    ],
    [
      '捡球筐',
      '可容 60 只 · 折叠',
      'basket',
      168,
      9,
      '往下一压球就进筐，不用弯腰。手柄翻下来变成支架，放在身边正好喂球。空筐两公斤，折叠后放得进后备箱。',
    ],
    [
      '减震器',
      '两只装 · 硅胶',
      'dampers',
      15,
      160,
      '夹在最下面一根横线外，减掉击球后的嗡嗡声。食品级硅胶，晒一夏天不发粘。橙蓝各一只，送朋友一只。',
    ],
    [
      '入门成人拍',
      '碳铝 · 已穿线',
      'tennis racket',
      399,
      14,
      '拍面 102 平方英寸，容错大，重 275 克，女生也挥得动。出厂穿 52 磅尼龙线，拿到就能打。配拍套和一条备用手胶。',
      499,
    ],
    [
      '云动入门羽拍',
      '全碳 · 已穿线 24 磅',
      'badminton racket',
      268,
      20,
      '全碳拍杆偏软，平衡点居中，刚学高远球也打得到后场。重约 85 克，已穿 24 磅高弹线。附全包拍套，练半年再换也不迟。',
    ],
  ],
}

/** Products that the operators list before all others. */
const FIRST = ['青杉比赛用球', '云动鹅毛球', '干性吸汗手胶']

const NEW = ['云动入门羽拍']

/** The products of the shop. */
export function planProducts(): ProductPlan[] {
  return CATEGORIES.flatMap((category) => RANGE[category].map((offer) => ({ category, offer }))).map(
    ({ category, offer: [name, subtitle, picture, yuan, stock, description, usualYuan] }, index) => ({
      n: index + 1,
      category,
      name,
      subtitle,
      description: `${description}下单后 24 小时内发货，收货后 7 天内可退。`,
      isNew: NEW.includes(name),
      picture,
      priceFen: yuan * 100,
      originalFen: usualYuan === undefined ? null : usualYuan * 100,
      stock,
      sortOrder: FIRST.includes(name) ? FIRST.indexOf(name) - FIRST.length : 0,
    }),
  )
}
