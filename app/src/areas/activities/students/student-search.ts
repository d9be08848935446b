import { searchStudentByPhone } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import { notices, outcomes } from '@paidang/api/catalogue/outcomes'
import type { Answer } from '@paidang/api/endpoint'
import { useRef, useState } from 'react'
import { call } from '../../../platform/call'
import { NetworkError } from '../../../platform/network-error'
import { currentSession } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAddStudentQuietly } from './students-data'

/** The player who has the phone number. */
export type FoundPlayer = Answer<typeof searchStudentByPhone>

/** The state of the search. Source: specification §4 "Student search status" */
export type SearchStatus =
  | { status: 'idle' | 'loading' }
  | { status: 'found'; player: FoundPlayer }
  | { status: 'not_found' | 'error'; cause: string }

/** The state of adding. Source: specification §4 "Add-student status" */
export type AddStatus = { status: 'idle' | 'loading' | 'success' } | { status: 'error'; cause: string }

const IDLE = { status: 'idle' } as const

/** Finds a player by the complete phone number and makes them a student. Each new search resets the adding. */
export function useStudentSearch() {
  const [search, setSearch] = useState<SearchStatus>(IDLE)
  const [add, setAdd] = useState<AddStatus>(IDLE)
  const keep = useAddStudentQuietly()
  const latest = useRef(0)
  const adding = useRef(false)

  /** Clears the result while another number is typed. */
  const reset = () => {
    latest.current += 1
    setSearch(IDLE)
    setAdd(IDLE)
  }
  const find = async (phone: string) => {
    reset()
    const own = latest.current
    setSearch({ status: 'loading' })
    const found = await searched(phone)
    // Another number may have been searched in the meantime.
    if (own === latest.current) setSearch(found)
  }
  const addFound = async () => {
    if (adding.current) return
    const own = latest.current
    const refusal = missingId(search)
    if (refusal !== undefined || search.status !== 'found') {
      setAdd({ status: 'error', cause: refusal ?? notices.studentIdMissing })
      return
    }
    adding.current = true
    setAdd({ status: 'loading' })
    let ended: AddStatus = { status: 'success' }
    try {
      await keep(search.player.id)
    } catch (error) {
      ended = { status: 'error', cause: failureText(outcomes.addStudent, error) }
    }
    adding.current = false
    if (own === latest.current) setAdd(ended)
  }
  return { search, add, find, reset, addFound }
}

async function searched(phone: string): Promise<SearchStatus> {
  try {
    return { status: 'found', player: await call(searchStudentByPhone, { params: { phone } }) }
  } catch (error) {
    if (error instanceof NetworkError) return { status: 'error', cause: outcomes.searchStudentOffline.failed }
    const isUnknown = error instanceof ApiError && error.code === 'student_unknown'
    return isUnknown
      ? { status: 'not_found', cause: outcomes.findStudent.failed }
      : { status: 'error', cause: failureText(outcomes.searchStudent, error) }
  }
}

/** Source: specification §5 */
function missingId(search: SearchStatus): string | undefined {
  if (!currentSession().userId) return notices.coachIdMissing
  return search.status === 'found' && search.player.id !== '' ? undefined : notices.studentIdMissing
}
