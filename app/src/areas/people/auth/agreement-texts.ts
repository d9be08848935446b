import type { Operator } from '@paidang/api/areas/people/auth'
import { WHOLE_REFUND_DAYS } from '@paidang/domain/areas/money/contracts/course-refund'
import { LEGAL_MINOR_CAPS } from '@paidang/domain/areas/money/contracts/purchase-caps'
import type { Features } from '@paidang/domain/kernel/features'
import { yuanOf } from '@paidang/domain/kernel/fen'

/** What a user agrees to when logging in. */
export type AgreementName = 'terms' | 'privacy'

/** One agreement: its title, and its clauses in order. */
export type Agreement = { title: string; clauses: readonly { title: string; text: string }[] }

/**
 * An agreement in force, with the operator of the platform. It names nothing that the deployment goes without. A
 * changed text needs a new AGREEMENT_VERSION.
 */
export function agreementOf(name: AgreementName, operator: Operator, features: Features): Agreement {
  return name === 'terms' ? terms(operator, features) : privacy(operator, features)
}

/** Whether anything is paid through the platform. */
const takesPayments = ({ cards, shop, stringingPayments, ballPayments, trialLessons, packages }: Features) =>
  cards || shop || stringingPayments || ballPayments || trialLessons || packages
/** The words, where they apply. */
const where = (applies: boolean, words: string) => (applies ? words : '')

const operatorName = ({ name }: Operator) => name || '演示平台'
const contactText = ({ contact }: Operator) => contact || '演示环境没有客服'

const terms = (operator: Operator, features: Features): Agreement => ({
  title: '用户协议',
  clauses: [
    {
      title: '谁提供服务',
      text: `拍档由${operatorName(operator)}运营，为球员和教练提供约课、约球${features.shop ? '、穿线与商城' : '与穿线'}的信息${takesPayments(features) ? '、预约和支付' : '和预约'}服务。课程由教练或其所在公司提供，场地由场馆提供，${features.shop ? '穿线与商品' : '穿线'}由商家提供。联系我们：${contactText(operator)}。`,
    },
    { title: '账号', text: '账号仅限本人使用。请妥善保管密码，不要转借；在别人的设备上用完后请退出登录。' },
    {
      title: '未成年人',
      text: `未满 14 周岁的孩子由监护人用监护人的账号预约${where(takesPayments(features), '和付款')}；14 至 18 周岁的使用者须征得监护人同意。监护人可以随时要求我们删除孩子的信息${where(takesPayments(features), '，未经监护人同意的付款可以申请退回')}。`,
    },
    {
      title: '约课与课时',
      text: '约课成功后占用教练、场地与对应课时。课时从您与教练或公司的课程合同中预占，课程完成后扣除，每一笔都记在课时流水里。教练没有完成的课，下课 24 小时后自动完成。对扣课有异议，可以在完成后 72 小时内提出，由教练或公司答复；7 天没有答复的由平台处理。教练可以补录最近 30 天内上过的课，请在 48 小时内核对，没有异议的到时扣课时。',
    },
    {
      title: '取消约课',
      text: '取消、迟到、缺席和请假扣多少课时由所属公司规定，写在约课详情里：离开课越近可能扣得越多，公司可以免扣若干次。按约课时的规则计算，公司以后修改的不影响已约的课；取消前会再次告知将退回或扣除的课时。开课后不能取消，来不了请教练记请假。下雨、闭馆和教练取消不扣课时；教练没来的，课时退回，规则写明补偿的另行补给；教练修改了时间或场地，您可以拒绝，不扣课时。',
    },
    ...(features.packages
      ? [
          {
            title: '购买课时',
            text: `课包由公司或教练定价，课时、附送课时、价格和有效期以您下单时看到的为准，以后的调整不影响已买的课时。付款后课时记入您与公司的课程合同，先买的先用，附送的最后用，同一合同的课时用到同一天；合同在付款前已到期的，记入新合同。到期没有用的课时失效，我们会提前提醒您。公司可以规定购买上限。为未满 18 周岁的人买课请如实选择：公司启用未成年人上限的，有效期最长 ${LEGAL_MINOR_CAPS.months} 个月，每月最多 ${LEGAL_MINOR_CAPS.hours} 课时、¥${yuanOf(LEGAL_MINOR_CAPS.fen)}，公司可以更严。`,
          },
          {
            title: '退课',
            text: `您可以随时退课，不需要公司同意。付款后 ${WHOLE_REFUND_DAYS} 天内没有用过的全额退回；之后退回没有用的已付课时，按买时的单价计算。已上的课、附送的和已过期的课时不退，合同到期后不能退。退课前，请逐节选择约好的课保留还是取消，已不能免费取消的课照常上。款项退回付款的来源，页面会先列出每一笔退多少、退到哪里；退课后合同结束，不能恢复。不是在平台买的课时，请与公司协商。`,
          },
        ]
      : []),
    ...(features.trialLessons
      ? [
          {
            title: '体验课',
            text: '体验课按整节付款，不用课时，每人在一家俱乐部一次。付款后教练在 12 小时内确认您选的一个时间；拒绝、您撤回或到时没有答复，全额退回。确认后按约课详情里的时限免费取消；超过时限取消退回一半，教练取消或请假全额退回。',
          },
        ]
      : []),
    {
      title: '约球与费用',
      text: features.ballPayments
        ? '付款后名额才算确定。开始前 24 小时以上退出全额退回；之后退出，在有人补上名额后退回。人数不足、发起人或场馆取消的，全额退回。球友之间的 AA 由你们自行结算，平台不代收。'
        : '报名后名额即确定。场地费和用球由球友线下自行分摊，平台不代收。人数不足、发起人或场馆取消的，我们会通知已报名的人。',
    },
    {
      title: '穿线',
      text: features.stringingPayments
        ? '商家收拍前可以取消并退款；收拍后按约定完成。商家无法完成或遗失球拍的，平台退回已付的款项并协助您与商家处理赔偿。'
        : '费用在店里交给商家，平台不代收。商家收拍前可以取消；收拍后按约定完成。商家无法完成或遗失球拍的，平台协助您与商家处理赔偿。',
    },
    ...(features.shop
      ? [
          {
            title: '商城',
            text: '商品发出 10 天后视为收到。收到后 7 天内可以申请退货，商家同意并收到退货后退款。质量问题的运费由商家承担。',
          },
        ]
      : []),
    ...(features.cards
      ? [
          {
            title: '储值卡',
            text: '储值卡记名、不过期，不能转让。付款先用本金，再用赠送金额。充值后 7 天内，没有用掉的本金可以直接退回，对应的赠送金额同时收回；7 天以后要退款请联系我们。',
          },
        ]
      : []),
    ...(takesPayments(features)
      ? [
          {
            title: '支付与退款',
            text: `${where(features.wechatPay, '微信支付的款项原路退回，到账时间以微信和银行为准。')}${where(features.cards, '用储值卡支付的退回储值卡。')}在前台付的现金或转账，由前台登记后生效，退款在前台领取或转账退还。名额或预约在付款时已失效的，款项全额退回。`,
          },
        ]
      : []),
    {
      title: '您发布的内容',
      text: '昵称、名片、球局、评价和图片由您负责，您允许我们为提供服务而展示它们。它们会经过审核，违法、侮辱他人、骚扰或与运动无关的内容不予展示，其他用户可以举报。',
    },
    {
      title: '文明使用',
      text: '请勿恶意占用时段、频繁爽约或冒充他人。多次违反的账号会被限制使用，我们会说明原因和期限，您可以申诉。',
    },
    {
      title: '运动安全',
      text: '请根据自己的身体状况参加运动，并遵守场馆规定。课程与场地的安全由提供者负责；因平台过错造成的损失由我们依法承担。',
    },
    {
      title: '注销账号',
      text: `您可以随时在“账号与安全”中注销。还有课时、${where(features.cards, '余额、')}未完成的订单或预约时，会先告诉您如何处理。注销后不能恢复。`,
    },
    {
      title: '协议变更',
      text: `协议有变更时会注明生效日期，并请您重新登录并同意。不同意变更可以停止使用，已有的课时${where(features.cards, '、余额')}与合同仍按原约定处理。`,
    },
    {
      title: '争议',
      text: '本协议适用中华人民共和国法律。有争议先协商；协商不成的，可以向消费者协会投诉，或向运营者所在地的人民法院起诉。',
    },
  ],
})

const privacy = (operator: Operator, features: Features): Agreement => ({
  title: '隐私政策',
  clauses: [
    {
      title: '谁处理您的信息',
      text: `您的个人信息由${operatorName(operator)}处理。与隐私有关的任何要求，请联系：${contactText(operator)}。`,
    },
    {
      title: '我们收集什么',
      text: `昵称、头像、手机号、性别、常打的球、水平等级与持拍习惯，以及您的约课、球局、合同、课时、订单${where(takesPayments(features), '与付款')}记录；收货与寄拍时的姓名、电话和地址；登录的设备名称与时间。您上课的俱乐部可以在您注册前登记您的姓名、手机号与剩余课时，您验证手机号后认领或拒绝。您没有登录就咨询时留下的手机号，只给答复的教练和俱乐部看，结束 90 天后删除。位置、相册、日历和剪切板只在您使用相应功能并同意后使用，我们不保存您的位置。`,
    },
    {
      title: '用来做什么',
      text: '只用于完成预约、结算课时与费用、寄送、通知相关的人、审核发布的内容，以及保障账号安全。不用于与此无关的推送，不做画像，也不出售给第三方。',
    },
    {
      title: '谁能看到',
      text: '其他球员只能看到您的公开资料。手机号默认遮住中间四位；合同与合同照片只有您、您的教练和公司管理员能看到；收货信息只有对应的商家能看到。运营人员查看手机号会留下记录。',
    },
    {
      title: '与谁共享',
      text: `${where(features.wechat, `微信（登录、手机号验证、${where(takesPayments(features) && features.wechatPay, '支付与退款、发货信息、')}订阅消息，以及对您发布的文字和图片的审核）；`)}${where(features.sms, '腾讯云短信（您获取验证码时，得到您的手机号和验证码）；')}您打开地图时，场馆或商家的位置会交给${where(features.wechat, '微信或')}系统的地图，不含您的信息。提供课程、场地${features.shop ? '、穿线和商品' : '和穿线'}的教练、公司、场馆与商家得到履行预约所需的信息。除此之外只在法律要求时提供。`,
    },
    {
      title: '怎样保存',
      text: `信息保存在中国境内。密码只保存不可还原的摘要；图片上传时去掉拍摄地点等附加信息，没有用到的图片一天后删除。消息保存一年；登录记录在最后一次使用后保存 120 天；${where(features.sms, '验证码和它的号码只保存摘要，7 天后删除；')}未通过的教练申请连同证书在 180 天后删除；已完成订单的收件姓名、电话和详细地址保存三年。约课、课时${takesPayments(features) ? '、合同与付款' : '与合同'}记录会一直保留，以便双方核对和依法记账，账号注销后其中不再有您的姓名。`,
    },
    {
      title: '未成年人',
      text: '我们不主动收集未满 14 周岁孩子的信息。孩子的课程由监护人预约；俱乐部替孩子登记的课时由监护人认领。监护人可以要求查看、更正或删除，我们核实身份后处理。',
    },
    {
      title: '您的权利',
      text: `您可以随时查看和更正自己的资料，导出我的数据，注销账号。撤回${features.wechat ? '微信消息与位置授权在微信的设置里' : '位置授权在浏览器的设置里'}，撤回后不影响其他功能；其他要求我们在十五个工作日内处理。对处理结果不满意，可以向网信部门投诉。`,
    },
    {
      title: '本机保存',
      text: '为了保持登录，应用在您的设备上保存登录凭证、主题与身份选择；退出登录后凭证立即清除。',
    },
    {
      title: '政策变更',
      text: '收集的内容或用途有变化时，我们会更新本政策、注明生效日期，并请您重新登录并同意。',
    },
  ],
})
