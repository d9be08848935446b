import { expect, test } from 'vitest'
import { withoutPersonalData } from './client-error'

test.each([
  ['call 13800138000 failed', 'call … failed'],
  ['+86 138 0013 8000', '…'],
  ['138.0013.8000 and (138) 0013-8000', '… and …'],
  ['１３８００１３８０００', '…'],
  ['138\u200b0013\u202e8000', '…'],
  ['pages/home#token=abc', 'pages/home…'],
  ['wxid_linzhixia and wx_lin', '… and …'],
  ['user 1234567 and class 123456', 'user … and class 123456'],
  [
    'at open (https://a.example/js/app.1a2b3c4d.js?token=abc&id=7:10:5)',
    'at open (https://a.example/js/app.1a2b3c4d.js…)',
  ],
  ['Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI3Iiwic2Vzc2lvbiI6IjkifQ.sig', 'Bearer ….….sig'],
  ['lin.zhixia@mail.example.com is taken', '… is taken'],
  ['Cannot read properties of undefined (reading id)', 'Cannot read properties of undefined (reading id)'],
  ['at InvitationParticipantsCardComponent (app.js:12:345)', 'at InvitationParticipantsCardComponent (app.js:12:345)'],
])('%s is stored as %s', (text, kept) => {
  expect(withoutPersonalData(text)).toBe(kept)
})
