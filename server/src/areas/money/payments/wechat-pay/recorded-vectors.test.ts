import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { Formatter, Rsa } from 'wechatpay-axios-plugin'
import { readNotification } from './read-notification.ts'
import { signPayment } from './sign-payment.ts'
import { MERCHANT_PRIVATE_KEY, WECHAT_PRIVATE_KEY } from './testing/test-keys.ts'
import { STAND_IN_API_V3_KEY } from './testing/wechat-pay-stand-in.ts'

// The expected values were made by other programs with the test keys. `openssl dgst -sha256 -sign` made the signatures,
// AESGCM of Python's cryptography the ciphertext. The signed texts are the examples of WeChat Pay's documents.

const REQUEST_SIGNATURE =
  'AwpC+DfloLDi1NdQoxAAx253CEgvzbaJK0380/FAcbzKumDJL7Ak+af3HGmKfER0dv87kgA+Hv8exG2gw/ta8ziwXU49s2tKrGHZR+eHRmv1aocobLifWd5X3N4+GaNjlqrRldCcCb9N9OnbMLLRXwz9I6ZRkTMoi8mKsbxWZuDsJIwga8zswqYCz3szdEjhbDqn3E5ePvI1uBwi/a6FqsVUo6+CxAbFms80KCRbJvEuqZhlvgUr/K7RBryEZGO+oi9xVoxroVn87pqYcLpyQsPnI2U89rnROvc2VN8U4BObfNPiSiwHJ4oG7vMbzHZTUTVEWn4ac1nO06XQTaEGNQ=='
const PAY_SIGN =
  'NfTsYAjK6t/5Jk07Vg4kGitxcEl4d+lU9c1PfBbTYPn8Mwms4DKzlDD12bHzGabz9NyU97dSGv2TTwMoCvqetVIruHVX+RpgYEy3QEr+FoOBIPzadtvy6BJMApBa12VmLkNM2rDLwoO+U9Do3/pU2jkVbl20TzcUB/rc4F/QsrXU0ja5no2sCHI8WgaeafgUMsgTKuhmydGRylVSxkdlqTyeXjYOjbvQvux2E9Mq+uGKKbdH++wdjtn8jv5oTCcUtYMIVr/IHUyXqG5lWkyUzE4Ay/YWMpFZngr2M58jEUOO5DZls6kBPk344acFaoMybDZB+29fa+8IGFCSeZ98ZA=='
const NOTIFICATION =
  '{"id":"EV-2018022511223320873","create_time":"2026-05-01T12:00:04+08:00","resource_type":"encrypt-resource","event_type":"TRANSACTION.SUCCESS","summary":"支付成功","resource":{"original_type":"transaction","algorithm":"AEAD_AES_256_GCM","ciphertext":"TLFOk3p3JQXW9dASBSocpGZyA59qCPJJ7QROQLZHRW6JMCpns0lcPFgWyvAXuwuyg4HZ7tunOZWd9wbpANbXROwvCyJKJaS1SfdCMisgOJjB1SA+utIr9b3WmNDJmgEPZlJ56+iYwSW+a5gPmCPhNO8FWZZeG321fH7mpIpKZpb685IYCRTaMmze8lWseLbMX1x7EepOzShR6mEgX2UKIRuS1QW5Jxv2YIFId0CjZ12HEkIU8cEmpEI8ZQmudZz2N2+rxMTmMqN3kys2rmqptLPUtaFAWuGbW1rjpw8xjoJ7bsurrJ5VKRKNOTv5homzoWS16aqqfr14yvZhKL0dHc7jYnpUWINyQt7EyUvDNpwK9E2MHMdBXul86oWy2ypCQytnxBdEWpVjx2Nw4HrBaJ5Ew9ruyl+9Low1tlmfXSl3dyVWGpextTK6Lxlw8TkToaBpZYUerhO+CFV7F0ltMHCYiCW25uWN43XcMsVcLul6+ZI9weGImeAyk9O/Z42xbQWpYx43wRF1NlyAXR3uFo1tA/v4NyiySE6VSrJpOTzuGMqqenwx9Kjz6Ruwj1LM","associated_data":"transaction","nonce":"fdasflkja484"}}'
const NOTIFICATION_SIGNATURE =
  'd86hPDlBQkaVPHbPH4h83XeUWOKUbi7Mq31EJe4e2gb6lN6iyaErwUWEvJP1e86sNoIUtsxaw90X0xNWV5wFHPr7ZC8bf/9K0TJdzJpp6pKSYN++SJwRcfZNfR3uyP1KLF3eIhx58N1OC3J58f2/4TunK7+VtuL3HwVpO/oVPrgvu/E9h5EgEg5awj8+DKruXevIFomloYNCsQwiFZEUfHWs410G9WBX/c/5x2wCQJbNLlUS6cFUjCVKbady8AoWVBwobFtNMeKTzsBKwHWSMPN497kB4PHfEf4ysica45APqjb7dQBm1mBGYJAxg0xKKynvv0e8KHYp0+kXiI7ALw=='

test('a request is signed over its method, path, time, nonce and body, each on a line', () => {
  const message = Formatter.request('GET', '/v3/certificates', '1554208460', '593BEC0C930BF1AFEB40B4A08C8FB242')
  expect(message).toBe('GET\n/v3/certificates\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n')
  expect(Rsa.sign(message, MERCHANT_PRIVATE_KEY)).toBe(REQUEST_SIGNATURE)
})

test('a payment is signed for requestPayment as documented', () => {
  const settings = { appId: 'wx8888888888888888', privateKey: createPrivateKey(MERCHANT_PRIVATE_KEY) }
  const step = signPayment(settings, {
    prepayId: 'wx201410272009395522657a690389285100',
    now: new Date(1_414_561_699_999),
    nonceStr: '5K8264ILTKCH16CQ2502SI8ZNMTM67VS',
  })
  expect(step).toEqual({
    kind: 'jsapi',
    timeStamp: '1414561699',
    nonceStr: '5K8264ILTKCH16CQ2502SI8ZNMTM67VS',
    package: 'prepay_id=wx201410272009395522657a690389285100',
    signType: 'RSA',
    paySign: PAY_SIGN,
  })
})

test('a recorded notification is verified, decrypted and parsed', () => {
  const settings = {
    appId: 'wx8888888888888888',
    mchId: '1900000109',
    serialNo: '3775B6A45ACD588826D15E583A95F5DD00000001',
    privateKey: createPrivateKey(MERCHANT_PRIVATE_KEY),
    apiV3Key: createSecretKey(STAND_IN_API_V3_KEY, 'utf8'),
    publicKeyId: 'PUB_KEY_ID_1',
    publicKeys: { PUB_KEY_ID_1: createPublicKey(WECHAT_PRIVATE_KEY) },
    notifyUrl: 'https://paidang.example/notify',
    baseUrl: undefined,
  }
  const headers = {
    'wechatpay-timestamp': '1777608005',
    'wechatpay-nonce': 'c5ac7061fccab6bf3e254dcf98995b8c',
    'wechatpay-serial': 'PUB_KEY_ID_1',
    'wechatpay-signature': NOTIFICATION_SIGNATURE,
  }
  const notification = { headers, body: Buffer.from(NOTIFICATION) }
  expect(readNotification(settings, notification, new Date('2026-05-01T12:00:06+08:00'))).toEqual({
    kind: 'payment',
    eventId: 'EV-2018022511223320873',
    outTradeNo: 'P1217752501201407033233368018',
    payment: {
      state: 'SUCCESS',
      transactionId: '1217752501201407033233368018',
      amountFen: 100,
      currency: 'CNY',
      paidAt: new Date('2026-05-01T12:00:03+08:00'),
    },
  })
})
