import { ApiError } from '@paidang/api/catalogue/errors'
import { answerCalls } from '../process/answer-calls.ts'

/** A thread whose behaviour depends on its input. */
answerCalls((input) => {
  if (input === 'refuse') throw new ApiError('card_not_found', { data: { cardId: '7' } })
  if (input === 'fail') throw new Error('nobody foresaw this')
  if (input === 'break') process.exit(1)
  return input
})
