import { randomBytes } from 'node:crypto'

/** 120 bits: with the letter before them 31 characters, of the 32 that a provider takes. */
const BYTES = 15
const numberWith = (letter: string) => letter + randomBytes(BYTES).toString('hex')

/** A number of ours for a payment, which no other merchant system of ours has given. */
export const newTradeNo = () => numberWith('P')

/** A number of ours for a refund. */
export const newRefundNo = () => numberWith('R')
