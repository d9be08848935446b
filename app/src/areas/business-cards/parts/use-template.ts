import type { BusinessCard } from '@paidang/api/areas/business-cards'
import type { CardTemplateId } from '@paidang/domain/areas/business-cards/business-card'
import { useState } from 'react'
import { formOf } from '../card-form'
import { useSaveCard } from '../save-card-data'

/** The template of one's own card, kept with the press: it shows at once, and the old one returns if the call fails. */
export function useTemplate(card: BusinessCard) {
  const save = useSaveCard()
  const [wanted, setWanted] = useState(card.templateId)
  const choose = (templateId: CardTemplateId) => {
    if (save.isPending) return
    setWanted(templateId)
    save.act({ ...formOf(card), templateId })
  }
  return { templateId: save.isPending ? wanted : card.templateId, choose, isBusy: save.isPending }
}
