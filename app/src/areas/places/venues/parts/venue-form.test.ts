import { expect, test } from 'vitest'
import { bodyOfForm, courtsOfForm, emptyVenueForm, type VenueForm, wrongFields } from './venue-form'

const filled: VenueForm = {
  ...emptyVenueForm({ firstStart: 12, lastStart: 44 }),
  name: ' 星湖网球中心 ',
  district: '徐汇区',
  address: '龙腾大道 1 号',
  courtNames: '1号场，2号场、 中心场,1号场',
}

test('courts by their names: Chinese commas count as commas, and repetitions are dropped', () => {
  expect(courtsOfForm(filled).map(({ name }) => name)).toEqual(['1号场', '2号场', '中心场'])
  expect(courtsOfForm({ ...filled, courtsBy: 'count', courtCount: 2 }).map(({ name }) => name)).toEqual([
    '场地1',
    '场地2',
  ])
})

test('a complete form has no faults', () => {
  expect(wrongFields(filled)).toEqual({})
})

test.each([
  [{ name: ' ' }, { name: '请填写场馆名称' }],
  [{ city: '' }, { city: '请填写城市' }],
  [{ district: '' }, { district: '请填写区县' }],
  [{ address: '' }, { address: '请填写详细地址' }],
  [{ phone: '前台' }, { phone: '请填写正确的电话号码' }],
  [{ phone: '021-5566 7788' }, {}],
  [{ courtNames: ' ，, ' }, { courts: '请填写场地名称或数量' }],
  [{ courtNames: Array.from({ length: 61 }, (_, at) => at).join() }, { courts: '最多 60 片场地' }],
  [{ firstStart: 40, lastStart: 30 }, { hours: '开放时间无效' }],
])('%o is reported as %o', (change, wrong) => {
  expect(wrongFields({ ...filled, ...change })).toEqual(wrong)
})

test('the sent form is trimmed, and describes courts in one way only', () => {
  expect(bodyOfForm(filled)).toMatchObject({
    name: '星湖网球中心',
    city: '上海市',
    phone: null,
    courtCodes: '1号场,2号场, 中心场,1号场',
    courtCount: null,
  })
  expect(bodyOfForm({ ...filled, courtsBy: 'count' })).toMatchObject({ courtCodes: null, courtCount: 4 })
})
