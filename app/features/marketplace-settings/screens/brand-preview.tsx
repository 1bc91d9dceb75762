import type { CSSProperties } from 'react';
import { deriveBrand } from '#app/ui/brand.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StoreLogo } from '#app/ui/components/mark.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { Logo } from '#app/ui/shell/shell-data.ts';
import type { LookForm } from '../feature-changes.contract.ts';
import './settings.css';
import { toWholeColors } from './whole-colors.ts';

/** The portal, an email and the application page as they look with what is typed, saved or not. */
export function BrandPreview({ look, shopName }: { look: LookForm; shopName: string }) {
  const t = useText();
  const { indigo600, indigo800, orange800, green800 } = toWholeColors(look.colors);
  const variables = deriveBrand(indigo600, indigo800, orange800, green800) as CSSProperties;
  const logo = toLogo(look.logoText, shopName);
  const word = (name: 'products' | 'finance' | 'vendor'): string => look.wordings[name] || t(`wordings:${name}`);
  return (
    <SectionCard title={t('settings:look.preview')}>
      <div className="settings-preview" style={variables}>
        <figure>
          <div className="settings-preview-portal" aria-hidden="true">
            <div className="settings-preview-rail">
              <StoreLogo logo={logo} size="phone" />
              <span className="settings-preview-here">{t('shell:places.orders')}</span>
              <span>{capitalize(word('products'))}</span>
              <span>{capitalize(word('finance'))}</span>
            </div>
            <div className="settings-preview-page">
              <b>{t('shell:places.orders')}</b>
              <span className="settings-preview-line" />
              <span className="settings-preview-line" />
              <span className="settings-preview-button">{t('common:save')}</span>
            </div>
          </div>
          <figcaption>{t('settings:look.previewPortal')}</figcaption>
        </figure>
        <figure>
          <div className="settings-preview-mail" aria-hidden="true">
            <StoreLogo logo={logo} size="phone" />
            <span className="settings-preview-line" />
            <span className="settings-preview-line" />
            <span className="settings-preview-button">{t('settings:look.previewAction')}</span>
          </div>
          <figcaption>{t('settings:look.previewEmail')}</figcaption>
        </figure>
        <figure>
          <div className="settings-preview-mail" aria-hidden="true">
            <StoreLogo logo={toLogo(look.logoRegistration, shopName)} size="phone" />
            <b>{capitalize(word('vendor'))}</b>
            <span className="settings-preview-field" />
            <span className="settings-preview-field" />
            <span className="settings-preview-button">{t('settings:look.previewApply')}</span>
          </div>
          <figcaption>{t('settings:look.previewForm')}</figcaption>
        </figure>
      </div>
    </SectionCard>
  );
}

function toLogo({ selected, src, value }: LookForm['logoText'], shopName: string): Logo {
  if (selected === 'src' && src !== '') return { kind: 'image', src, alt: shopName };
  return { kind: 'text', text: selected === 'value' && value !== '' ? value : shopName };
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
