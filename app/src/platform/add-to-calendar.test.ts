import { expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { addToCalendar } from './add-to-calendar.weapp'

const EVENT = {
  title: '成人私教 1 对 1',
  place: '星湖网球中心 3号场',
  note: '教练 王启明',
  startsAt: new Date('2026-11-22T18:30:00+08:00'),
  endsAt: new Date('2026-11-22T20:00:00+08:00'),
}
const noFile = () => Promise.reject(new Error('the phone needs no file'))

/** WeChat's answer to the next event. */
function givenPhone(answer: () => Promise<unknown>) {
  const addPhoneCalendar = vi.fn(answer)
  Object.assign(Taro, { addPhoneCalendar })
  return addPhoneCalendar
}

test('an event is written in whole seconds, with an alarm one hour before', async () => {
  const phone = givenPhone(() => Promise.resolve({ errMsg: 'addPhoneCalendar:ok' }))
  expect(await addToCalendar(EVENT, noFile)).toBe('added')
  expect(phone).toHaveBeenCalledWith({
    title: '成人私教 1 对 1',
    location: '星湖网球中心 3号场',
    description: '教练 王启明',
    startTime: 1_795_343_400,
    endTime: 1_795_348_800,
    alarm: true,
    alarmOffset: 3600,
  })
})

test.each([
  ['addPhoneCalendar:fail auth deny', 'denied'],
  ['addPhoneCalendar:fail privacy permission is not authorized', 'denied'],
  ['addPhoneCalendar:fail cancel', 'cancelled'],
])('%s ends as %s', async (errMsg, end) => {
  givenPhone(() => Promise.reject({ errMsg }))
  expect(await addToCalendar(EVENT, noFile)).toBe(end)
})

test('any other failure is thrown to the caller', async () => {
  givenPhone(() => Promise.reject({ errMsg: 'addPhoneCalendar:fail system error' }))
  await expect(addToCalendar(EVENT, noFile)).rejects.toEqual({ errMsg: 'addPhoneCalendar:fail system error' })
})
