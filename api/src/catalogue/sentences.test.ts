import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SELECTION_TEXTS } from '@paidang/domain/areas/time/schedule/selection-texts'
import { expect, test } from 'vitest'
import * as declared from '../declared.ts'
import type { Endpoint } from '../endpoint.ts'
import { errors } from './errors.ts'
import { loadMoreOf, notices, outcomes } from './outcomes.ts'

/** The fallback messages of specification §8, word for word and in its order. */
const FALLBACKS = {
  'Address and blacklist': [
    '获取地址失败',
    '删除失败',
    '添加失败',
    '更新失败',
    '更新出错，请稍后重试',
    '获取黑名单失败',
    '移出失败',
  ],
  'Home and booking': [
    '获取广告失败',
    '获取教练信息失败，请重试',
    '获取场地时间状态失败，请重试',
    '获取约课时段信息失败',
    '获取课程合同失败，请重试',
    '创建失败，请重试',
    '约课创建失败，请重试',
    '修改失败',
    '修改约课失败',
    '获取信息失败，请重试',
    '获取约课详情失败',
    '获取约课信息失败',
    '获取约课信息失败，请重试',
  ],
  'Invitation actions': [
    '参与约课失败',
    '确认约课失败',
    '缔约失败',
    '完成约课失败',
    '取消约课失败',
    '获取可用教练失败',
    '更换教练失败',
    '更换教练发生错误',
    '点赞失败',
    '取消点赞失败',
  ],
  'Usual courses': ['没有找到常用课程', '获取常用课程失败', '解析常用课程信息失败'],
  'Coach and company': [
    '无法获取公司信息',
    '添加课程失败，请重试',
    '删除课程失败，请重试',
    '获取教练列表失败',
    '转让公司管理员失败',
    '离开公司失败',
    '获取约课记录失败',
    '获取学员数据失败',
    '获取课程合同信息失败',
    '获取课时记录失败',
    '获取场地列表失败',
    '新增场地失败',
    '网络错误，新增场地失败',
    '设置失败',
    '锁定时段失败',
    '获取场馆信息失败',
    '关联场地失败',
    '网络错误，关联场地失败',
  ],
  'Student search': [
    '查询失败，请稍后重试',
    '未找到该手机号对应的学员',
    '网络错误，请稍后重试',
    '添加失败，请稍后重试',
  ],
  'Profile, cards and messages': [
    '获取名片信息失败',
    '名片加载失败',
    '保存失败',
    '获取消息列表失败',
    '获取注册信息失败',
    '获取用户注册信息失败',
    '提交注册信息失败',
    '获取用户信息失败',
    '获取场馆记录失败',
    '获取场地记录失败',
    '获取储值卡失败',
    '获取储值卡流水失败',
  ],
  Balls: [
    '获取球局记录失败',
    '获取约球记录失败',
    '约球创建失败，请重试',
    '操作失败，请重试',
    '取消失败，请重试',
    '报名失败，请重试',
    '获取活动详情失败',
    '获取详情失败',
  ],
  Other: ['没有更多数据了', '没有可用的刷新令牌', '解密手机号失败，请稍后再试', '登录已过期，请重新登录'],
}

/** The success messages of specification §8. */
const SUCCESSES = [
  '删除成功',
  '操作成功',
  '移出成功',
  '已加入黑名单',
  '创建成功',
  '约课创建成功',
  '修改成功',
  '约课更新成功',
  '修改约课成功',
  '参与约课成功',
  '确认约课成功',
  '缔约成功',
  '完成约课成功',
  '取消约课成功',
  '取消成功',
  '成功加载信息',
  '成功加载约课信息',
  '已更新最新信息',
  '已更新最新约课信息',
  '已加载常用课程',
  '更换教练成功',
  '点赞成功',
  '取消点赞成功',
  '课程添加成功',
  '课程更新成功',
  '课程删除成功',
  '公司管理员转让成功',
  '已成功离开公司',
  '图片上传成功',
  '合同上传成功',
  '设置成功',
  '已同意',
  '已拒绝',
  '已标记为已读',
  '注册成功',
  '保存成功',
  '约球创建成功',
  '报名成功',
  '新增场地成功',
  '关联场地成功',
  '已开启冲突时段选择',
  '已关闭冲突时段选择',
]

const entries: { done?: string; failed: string }[] = Object.values(outcomes)
const failures = new Set([
  ...entries.map(({ failed }) => failed),
  ...Object.values(notices),
  ...Object.values(errors).map(({ message }) => message),
])
const successes = new Set<unknown>([
  ...entries.map(({ done }) => done),
  ...Object.values(notices),
  ...Object.values(SELECTION_TEXTS),
])

test.each(Object.entries(FALLBACKS))('every fallback message of "%s" is in the catalogue', (_group, sentences) => {
  expect(sentences.filter((sentence) => !failures.has(sentence))).toEqual([])
})

test('a list whose next page failed says so of what it holds', () => {
  expect((['约球', '约课', '穿线'] as const).map((what) => loadMoreOf(what).failed)).toEqual([
    '加载更多约球记录失败',
    '加载更多约课记录失败',
    '加载更多穿线记录失败',
  ])
})

/** The sources that may say a sentence: calls and screens. */
const SOURCES = [
  '../areas/',
  '../../../app/src/',
  '../../../console/src/',
  '../../../server/src/',
  '../../../domain/src/',
]
  .flatMap((folder) => {
    const root = fileURLToPath(new URL(folder, import.meta.url))
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => readFileSync(root + file, 'utf8'))
  })
  .join('\n')
/** Whether the sources take this entry of a part of the catalogue. */
const isTaken = (part: 'outcomes' | 'notices', key: string) =>
  new RegExp(`${part}\\.${key}\\b|\\{[^{}]*\\b${key}\\b[^{}]*\\} = ${part}\\b`).test(SOURCES)

test('every sentence of the specification is said by a call or a screen', () => {
  const said = new Set<unknown>([
    ...Object.entries(outcomes).flatMap(([key, { done, failed }]: [string, { done?: string; failed: string }]) =>
      isTaken('outcomes', key) ? [done, failed] : [],
    ),
    ...Object.entries(notices).flatMap(([key, sentence]) => (isTaken('notices', key) ? [sentence] : [])),
    ...Object.entries(SELECTION_TEXTS).flatMap(([key, text]) =>
      SOURCES.includes(`SELECTION_TEXTS.${key}`) ? [text] : [],
    ),
    ...Object.entries(errors).flatMap(([code, { message }]) => (SOURCES.includes(`'${code}'`) ? [message] : [])),
  ])
  const sentences = [...Object.values(FALLBACKS).flat(), ...SUCCESSES]
  expect(sentences.filter((sentence) => !said.has(sentence))).toEqual([])
})

test('every success message is in the catalogue', () => {
  expect(SUCCESSES.filter((sentence) => !successes.has(sentence))).toEqual([])
})

test('the lists above are complete: 79 fallback and 42 success messages, none twice', () => {
  const names = Object.values(FALLBACKS).flat()
  expect(names).toHaveLength(new Set(names).size)
  expect([names.length, SUCCESSES.length, new Set(SUCCESSES).size]).toEqual([79, 42, 42])
})

/** The roles of the staff. The console reports their actions in its own sentences. */
const OF_STAFF = new Set<unknown>(['staff', 'operator', 'senior', 'merchant', 'owner', 'company'])

test('every action of the app has its own success message, never only 操作成功', () => {
  const areas = Object.values<object>(declared)
  const endpoints = areas
    .flatMap((area): [string, Partial<Endpoint>][] => Object.entries(area))
    .filter(([, value]) => value?.outcome !== undefined)
  expect(endpoints.length).toBeGreaterThan(200)
  const vague = endpoints.filter(
    ([, { access, outcome }]) => !OF_STAFF.has(access) && outcome?.done === outcomes.operate.done,
  )
  expect(vague.map(([name]) => name)).toEqual([])
})

test('the messages of the HTTP wrapper for a missing answer are in the catalogue', () => {
  expect(Object.values(notices)).toContain('Network error')
})

/** Refusals whose text the specification (§5) and the permission matrix define, with the status of the matrix. */
const REFUSALS: [keyof typeof errors, number, string][] = [
  ['session_expired', 401, '登录已过期，请重新登录'],
  ['user_not_logged_in', 400, '用户未登录'],
  ['user_id_missing', 400, '用户ID不存在，请重新登录'],
  ['id_missing', 400, '缺少ID'],
  ['refresh_token_missing', 400, '没有可用的刷新令牌'],
  ['login_wrong', 400, '用户名或密码错误'],
  ['login_too_often', 429, '登录过于频繁，请稍后再试'],
  ['contract_phone_unchecked', 409, '学员的手机号未验证，请核对是本人后再给课时'],
  ['changed_meanwhile', 409, '刚刚有人做了同样的操作，请刷新后再试'],
  ['forwarding_refused', 403, '服务器还没有按正式环境配置，暂不对外开放'],
  ['action_forbidden', 403, '无权限操作'],
  ['data_of_others', 403, '无权查看他人数据'],
  ['user_not_found', 404, '用户不存在'],
  ['coach_not_found', 404, '教练不存在'],
  ['course_not_found', 404, '课程不存在'],
  ['company_not_found', 404, '公司不存在'],
  ['file_not_found', 404, '文件不存在'],
  ['invitation_not_found', 404, '约课不存在'],
  ['invitation_not_yours', 403, '无权操作该约课'],
  ['invitation_settled', 409, '当前状态不允许此操作'],
  ['invitation_not_started', 409, '课程尚未开始'],
  ['slot_mine', 409, '该时段已有您的约课，不能重复预约'],
  ['slot_taken', 409, '该时段已被占用，不能选择'],
  ['contract_not_found', 404, '课程合同不存在'],
  ['lesson_hours_too_few', 409, '剩余课时不足'],
  ['input_invalid', 400, '参数错误'],
  ['court_not_found', 400, '无效的场地'],
  ['invitation_time_invalid', 400, '无效的时间'],
  ['invitation_too_long', 400, '选择时间不能超过3小时'],
]

test.each(REFUSALS)('%s is %i %s', (code, status, message) => {
  expect(errors[code]).toEqual({ status, message })
})

test('no sentence of the catalogue is empty, and every refusal has a client or server error status', () => {
  for (const { status, message } of Object.values(errors)) {
    expect(message.trim()).not.toBe('')
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
  }
})
