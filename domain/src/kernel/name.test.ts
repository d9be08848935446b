import { expect, test } from 'vitest'
import { nameFault } from './name.ts'

const ALLOWED = [
  [
    'Latin letters inside of another word',
    'Badminton小王',
    'badminton night',
    'BADMINTON',
    'Badminton Club',
    '羽毛球Badminton',
  ],
  [
    'Latin letters inside of another word',
    'unofficial',
    'Officially Late',
    'Gradminster',
    'Bad Minton',
    '小Badmin',
    'Spaidang',
  ],
  [
    'Latin names',
    'Adam',
    'Ada Mindy',
    'AD 王 Ming',
    'Pai',
    'Customer 8',
    'Ofelia',
    'Adrian Min',
    'Администратор',
    'José',
  ],
  [
    'a word across the border of two',
    'AA 不请客服从安排',
    '请客服从安排',
    '做客服装店',
    '旅客服务台',
    '黑客服务器',
    '游客服软',
    '侠客服',
  ],
  [
    'a word across the border of two',
    '水平台球局',
    '水平 3.0 台球局',
    '水平台阶',
    '不管理员工',
    '北京官方舟',
    '上官方圆',
    '高官网球队',
  ],
  ['a word across the border of two', '上官网球', '长官网友', '五官网红', '和平台北', '政客服输', '乘客服气'],
  [
    'names of the platform among others',
    '拍档周末约起来',
    '双打拍档',
    '找拍档',
    '拍档小王',
    '最佳拍档',
    '拍档团队赛',
    '微信扫码约球',
  ],
  [
    'names of the platform among others',
    '费用微信支付',
    '报名后微信通知',
    '腾讯员工小王',
    '江南体育运营',
    '系统工程师',
    '系统训练营',
    '消防系统小李',
  ],
  ['ordinary names', '客家人', '服务区球王', '王教练·上海', '阿台', '官小方', '李网', '管理学院小张', '方官'],
].flatMap(([kind = '', ...names]) => names.map((name) => [kind, name] as const))

const REFUSED = [
  [
    'words of the platform',
    '客服',
    '拍档客服01',
    '官方',
    '官方教练',
    '平台',
    '平台小助手',
    '管理员',
    '管理员小王',
    '官网',
    '拍档官网',
  ],
  [
    'words of the platform',
    '客户服务',
    '运营',
    '运营小李',
    '系统',
    '系统消息',
    '系统通知',
    '系统公告',
    '系统审核',
    '已注销用户',
  ],
  [
    'words of the platform',
    '拍档',
    '拍档团队',
    '拍档小助手',
    '拍档工作人员',
    '拍档安全中心',
    '拍档平台',
    '拍档运营',
    '请联系客服',
  ],
  ['WeChat', '微信', '微信团队', '微信支付', '微信安全中心', '微信小助手', '腾讯客服', '腾讯团队'],
  [
    'traditional characters',
    '管理員',
    '官網',
    '系統消息',
    '系統訊息',
    '系統',
    '平臺',
    '客戶服務',
    '拍檔',
    '微信團隊',
    '已註銷用戶',
    '運營小李',
  ],
  [
    'words in pieces',
    '客1服',
    '客 服',
    '客·服',
    '客\u200b服',
    '客\u3164服',
    '客👍服',
    '官-方',
    '官 方 通 知',
    '管2理3員',
    '微.信.团.队',
    '拍\u200b档',
  ],
  ['other forms of a character', '官⽅', '㊞官方', '客服①'],
  [
    'Latin words',
    'admin',
    'Admin01',
    'admin小王',
    'AdminWang',
    'wang_admin',
    'superadmin',
    'System Admin',
    'Administrator',
    'OFFICIAL',
  ],
  [
    'Latin words',
    'ＯＦＦＩＣＩＡＬ',
    'Ａｄｍｉｎ',
    '𝐚𝐝𝐦𝐢𝐧',
    'ádmin',
    'Pai Dang',
    'PaidangOfficial',
    'Customer Service',
    'customer-service',
  ],
  ['Latin words in pieces', 'a d m i n', 'A.D.M.I.N', 'ad1min', 'ad\u200bmin', 'p-a-i-d-a-n-g', 'Off icial'],
].flatMap(([kind = '', ...names]) => names.map((name) => [kind, name] as const))

test('each table holds at least sixty names', () => {
  expect(ALLOWED.length).toBeGreaterThanOrEqual(60)
  expect(REFUSED.length).toBeGreaterThanOrEqual(60)
})

test.each(ALLOWED)('a name that does not impersonate the platform is accepted: %s, %s', (_kind, name) => {
  expect(nameFault(name)).toBeUndefined()
})

test.each(REFUSED)('a name cannot impersonate the platform: %s, %s', (_kind, name) => {
  expect(nameFault(name)).toBe('official')
})

test('an engine that cannot tell Chinese words apart leaves them to the server', () => {
  const { Segmenter } = Intl
  Reflect.deleteProperty(Intl, 'Segmenter')
  try {
    expect(nameFault('请客服从安排')).toBeUndefined()
    expect(nameFault('官方客服')).toBeUndefined()
    expect(nameFault('admin')).toBe('official')
  } finally {
    Object.assign(Intl, { Segmenter })
  }
})
