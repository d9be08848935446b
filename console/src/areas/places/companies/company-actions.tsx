import type { CompanyDetail } from '@paidang/api/areas/places/admin-companies'
import { Button } from 'antd'
import { useState } from 'react'
import { CloseModal } from './close-modal'
import { HandOverModal } from './hand-over-modal'
import { RenameModal } from './rename-modal'

/** The actions of an operator on a company; none on a closed one. */
export function CompanyActions({ company }: { company: CompanyDetail }) {
  const [asked, setAsked] = useState<'rename' | 'hand-over' | 'close'>()
  if (company.closedAt) return null
  const close = () => setAsked(undefined)
  return (
    <>
      <Button onClick={() => setAsked('rename')}>更改名称</Button>
      {!company.isPerson && (
        <>
          <Button onClick={() => setAsked('hand-over')}>移交管理员</Button>
          <Button danger onClick={() => setAsked('close')}>
            关闭公司
          </Button>
        </>
      )}
      {asked === 'rename' && <RenameModal company={company} onClose={close} />}
      {asked === 'hand-over' && <HandOverModal company={company} onClose={close} />}
      {asked === 'close' && <CloseModal company={company} onClose={close} />}
    </>
  )
}
