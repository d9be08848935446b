import { randomBytes } from 'node:crypto'

/** 120 bits. Letter and hex digits make 31 characters; a provider takes 32. */
const BYTES = 15
const numberWith = (letter: string) => letter + randomBytes(BYTES).toString('hex')

/** Creates our number for a payment. It is random, so no other system of ours has given it. */
export const newTradeNo = () => numberWith('P')

/** Creates our number for a refund. */
export const newRefundNo = () => numberWith('R')
