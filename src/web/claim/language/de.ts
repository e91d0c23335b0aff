import type { AllTexts } from './later-english.ts'
import { pluralOf } from './plural-of.ts'

const plural = pluralOf('de')
const decimalsOf = (count: number) =>
  `${count} ${plural(count, { one: 'Dezimalstelle', other: 'Dezimalstellen' })}`

/** Every text of the claim page in German: one file, since a translator reads a language from end to end beside `en.ts`. */
export const de = {
  ui: {
    copied: 'Kopiert!',
    copyFailed: 'Kopieren fehlgeschlagen',
    copiedWhat: (what) => `In der Zwischenablage: ${what}.`,
    failedToCopy: (what) => `Konnte nicht kopiert werden: ${what}`,
    copy: (what) => `${what} kopieren`,
    address: 'Adresse',
    close: 'Schließen',
    notifications: 'Mitteilungen ({hotkey})',
  },

  page: {
    title: (tokenName) => `${tokenName} beanspruchen`,
    untitled: 'Token beanspruchen',
    noScript: 'Diese Seite braucht JavaScript',
    noScriptHelp:
      'Sie spricht in Ihrem Browser mit Ihrer Wallet. Erlauben Sie JavaScript für diese Seite, und laden Sie sie neu.',
    loading: 'Wird geladen',
    language: 'Sprache',
    noAnswer: 'Diese Seite hat nicht geantwortet',
    noAnswerHelp:
      'Nichts wurde gesendet oder geändert. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    incomplete: 'Diese Seite konnte nicht vollständig geladen werden',
    loadAgain: 'Noch einmal laden',
    offline: 'Sie sind offline',
    offlineHelp: 'Diese Seite ist von hier aus gerade nicht erreichbar. Ihre Eingaben bleiben erhalten.',
    tryAgain: 'Noch einmal versuchen',
    tryingAgain: 'Wird versucht...',
  },

  progress: {
    label: 'Fortschritt',
    steps: ['Wallet verbinden', 'Zuteilung prüfen', 'Anspruch einreichen'],
    done: ', erledigt',
  },

  connect: {
    heading: (tokenName) => `Ihre ${tokenName}-Token auf Solana`,
    welcome:
      'Verbinden Sie die Wallet, in der Ihre Coins waren. Sie sehen Ihren Betrag und sagen, welche Solana-Adresse ihn bekommt.',
    connect: 'Wallet verbinden',
    connecting: 'Wird verbunden...',
    connected: 'Wallet verbunden',
    failed: 'Verbindung fehlgeschlagen',
    disconnected: 'Ihre Wallet ist nicht mehr verbunden',
    disconnectedHelp: 'Verbinden Sie sie wieder, um fortzufahren. Ihre Eingaben bleiben erhalten.',
    wallet: 'Wallet',
    unnamedWallet: 'Browser-Wallet',
    noWallet:
      'Noch wurde keine Browser-Wallet gefunden. Installieren Sie eine, oder öffnen Sie diese Seite im Browser Ihrer Wallet-App.',
    noWalletOnPhone: 'Öffnen Sie diese Seite im Browser Ihrer Wallet-App:',
    openIn: (wallet) => `In ${wallet} öffnen`,
  },

  otherWays: {
    onPhone: 'Auf dem Handy fortfahren',
    onPhoneHelp: 'Scannen Sie dies mit dem Handy, und öffnen Sie die Seite im Browser Ihrer Wallet-App.',
    pageQr: 'QR-Code dieser Seite',
    open: 'Anderswo signieren',
    openHelp:
      'Für Hardware-Wallets und andere Geräte: dort einen Text signieren, hier die Signatur einfügen.',
    forSafe: 'Für einen Safe einreichen, der auch Ihnen gehört',
    heading: 'Keine Wallet in diesem Browser?',
  },

  elsewhere: {
    about:
      'Geben Sie die Adresse ein, die den Coin gehalten hat. Sie erhalten einen Text, den Sie dort signieren, wo ihr Schlüssel ist, und fügen die Signatur hier ein.',
    address: 'EVM-Adresse',
    addressHint: '0x und 40 hexadezimale Ziffern.',
    addressProblems: {
      shape: 'Das ist keine EVM-Adresse: Sie besteht aus 0x und 40 hexadezimalen Ziffern.',
      checksum:
        'Die Großbuchstaben dieser Adresse passen nicht zu ihren Ziffern: Ein Zeichen ist falsch. Kopieren Sie sie noch einmal aus Ihrer Wallet.',
      solana: 'Das ist eine Solana-Adresse. Geben Sie zuerst die EVM-Adresse ein: Sie beginnt mit 0x.',
    },
    back: 'Zurück',
    check: 'Zuteilung prüfen',
    kind: 'Wallet, die signiert',
    kindHelp: 'Eine Safe zum Beispiel ist eine Contract-Wallet: Ihre Signatur gilt 14 Tage.',
    keyWallet: 'Eine gewöhnliche Wallet (ein Schlüssel)',
    contractWallet: (chain) => `Eine Contract-Wallet auf ${chain}`,
    next: 'Text zum Signieren zeigen',
    preparing: 'Text wird vorbereitet...',
    signHeading: 'Signieren Sie diesen Text',
    signWith: 'Signieren Sie mit dieser Adresse. Signieren kostet nichts und bewegt nichts.',
    text: 'Text zum Signieren',
    textName: 'Text',
    textQr: 'QR-Code des Textes',
    copy: 'Kopieren',
    newText: 'Erneuern',
    until: {
      key: (time) => `Gültig bis ${time} Uhr: Signieren Sie ihn, und reichen Sie ihn bis dahin ein.`,
      contract: (time) =>
        `Er gilt bis ${time}, für eine Contract-Wallet. Was ein einzelner Schlüssel signiert hat, gilt zehn Minuten.`,
    },
    over: 'Dieser Text ist abgelaufen',
    overHelp: (time) =>
      `Er galt bis ${time}. Ihre Adressen bleiben erhalten: Erneuern Sie ihn, und signieren Sie den neuen Text.`,
    signature: 'Signatur',
    signatureHints: {
      key: '0x und 130 hexadezimale Ziffern, oder das JSON eines Werkzeugs.',
      contract: 'Was die Contract-Wallet für diesen Text ausgibt: 0x und hexadezimale Ziffern.',
    },
    signatureProblems: {
      missing: 'Fügen Sie ein, was die Wallet beim Signieren des Textes ausgegeben hat.',
      unreadable:
        'Das ist nicht zu lesen. Erwartet werden hexadezimale Ziffern nach 0x, oder das JSON eines Werkzeugs mit "sig".',
      otherText: 'Dieses JSON gehört zu einem anderen Text als dem obigen. Signieren Sie den obigen Text.',
      length: (bytes) =>
        `Das ${plural(bytes, { one: 'ist', other: 'sind' })} ${bytes} ${plural(bytes, { one: 'Byte', other: 'Bytes' })}, und was ein Schlüssel signiert, hat 65. Kopieren Sie alles, oder gehen Sie zurück und wählen Sie eine Contract-Wallet.`,
      noSigner: 'Das kann kein Schlüssel signiert haben. Kopieren Sie noch einmal alles.',
    },
    submit: 'Anspruch einreichen',
    submitting: 'Wird eingereicht...',
    how: {
      heading: 'So signieren Sie ihn',
      wallet:
        'In einer Wallet-App oder Hardware-Wallet: „Nachricht signieren“. Fügen Sie den Text ein, oder scannen Sie seinen QR-Code.',
      explorer: 'Bei einem Explorer, mit Ihrer Wallet: dessen Seite „Verify signature“, dann „Sign message“.',
      foundry: 'Auf der Kommandozeile mit Foundry, der Text gespeichert als text.txt:',
      command: 'Mit dem Befehl von Ferry, der keine Seite braucht: Er signiert und reicht ein.',
      exactly: 'Der Text muss genau so signiert werden, wie er dasteht, ohne Zeilenumbruch am Ende.',
    },
  },

  walletConnect: {
    opening: 'Der Vermittler wird nach einem Link gefragt...',
    scan: 'Scannen Sie das mit Ihrer Wallet-App.',
    onPhone: 'Öffnen Sie Ihre Wallet-App mit diesem Link, oder scannen Sie den Code mit einem anderen Gerät.',
    openApp: 'Meine Wallet-App öffnen',
    code: 'Der Code, mit dem sich Ihre Wallet mit dieser Seite verbindet',
    copy: 'Link kopieren',
    link: 'Link',
    help: 'Nur diese Seite und Ihre Wallet können lesen, was sie einander schicken.',
  },

  wait: {
    hint: 'Ihre Wallet hat noch nicht geantwortet. Ihr Fenster kann verdeckt sein: Öffnen und entsperren Sie die Wallet und suchen Sie die Anfrage.',
    cancel: 'Abbrechen',
    lateSignature: 'Die abgebrochene Anfrage wurde signiert. Sie wird nicht verwendet.',
  },

  otherAccount: {
    signing: (account) => `Ihre Wallet bittet noch um die Signatur für den Anspruch von ${account}.`,
    sending: (account) => `Der Anspruch von ${account} ist signiert und wird eingereicht.`,
    looking: (account) =>
      `Die Antwort des Portals auf den Anspruch von ${account} ging verloren. Es wird gefragt, ob er angekommen ist.`,
    submitted: (account) =>
      `Der Anspruch von ${account} wurde eingereicht. Um ihn zu sehen, wählen Sie dieses Konto in Ihrer Wallet.`,
    failed: (account) => `Der Anspruch von ${account} wurde nicht eingereicht.`,
  },

  brand: {
    about:
      'Ihr Coin zieht nach Solana um. Hier beanspruchen Sie, was Sie beim Snapshot hielten, im selben Betrag.',
    claiming: 'Sie beanspruchen',
    from: 'Von',
    to: 'An',
    youAreOn: 'Sie sind auf',
    opens: 'Beginn',
    closes: 'Ende',
    expected: 'Auszahlung erwartet',
    progress: (claimed, listed) => `${claimed} von ${listed} Haltern haben beansprucht`,
  },

  trust: {
    recoveryPhrase:
      'Geben Sie nie Ihre Wiederherstellungsphrase oder einen privaten Schlüssel ein. Wer danach fragt, ist ein Dieb.',
    links: {
      site: 'Website des Projekts',
      terms: 'Bedingungen',
      support: 'Hilfe',
      announcement: 'Ankündigung',
    },
  },

  amount: {
    receive: 'Sie erhalten',
    decimals: (decimals) => `(${decimalsOf(decimals)})`,
    nothing: 'Es käme nichts an',
    nothingHelp: (decimals) =>
      `Dieser Betrag ist weniger als die kleinste Einheit des Tokens: Auf Solana hat er ${decimalsOf(decimals)}. Ein Anspruch brächte nichts ein.`,
  },

  security: {
    heading: 'Über diesen Anspruch',
    oneClaim: 'Ein Anspruch pro Adresse.',
    exactAmounts: 'Genau die Beträge des Snapshots.',
    signature: 'Ihre Signatur wird geprüft. Sie bewegt kein Guthaben und kostet kein Gas.',
    file: 'Zuteilungsdatei',
    fileHash: 'Hash der Datei',
  },

  network: {
    heading: 'Netzwerke:',
    wrong: 'Falsches Netzwerk',
    wrongHelp:
      'Ihre Wallet ist in einem Netzwerk, das hier nicht unterstützt wird. Wechseln Sie in eines von diesen.',
    chainId: (decimal, hex) => `Chain-ID ${decimal} (${hex})`,
    current: 'Aktuell',
    add: 'Zur Wallet hinzufügen',
    switch: 'Wechseln',
    added: 'Netzwerk hinzugefügt',
    addedHelp: (network) => `${network} ist in Ihrer Wallet.`,
    addFailed: 'Netzwerk nicht hinzugefügt',
    switched: 'Netzwerk gewechselt',
    switchedHelp: (network) => `Ihre Wallet ist in ${network}.`,
    notFound: 'Netzwerk nicht gefunden',
    notFoundHelp: 'Fügen Sie dieses Netzwerk bitte zuerst der Wallet hinzu',
    switchFailed: 'Netzwerk nicht gewechselt',
  },

  wallet: {
    not_detected: 'Keine Browser-Wallet gefunden. Bitte installieren Sie eine, um fortzufahren.',
    not_connected: 'Wallet nicht verbunden',
    chain_unknown:
      'Ihre Wallet sagt nicht, in welchem Netzwerk sie ist. Entsperren Sie sie, oder verwenden Sie eine andere.',
    request_pending:
      'Ihre Wallet zeigt bereits eine Anfrage. Öffnen Sie Ihre Wallet und beantworten Sie sie.',
    connect_rejected: 'Die Verbindungsanfrage wurde abgelehnt.',
    connect_out_of_touch: 'Netzwerkfehler. Bitte versuchen Sie es noch einmal.',
    connect_failed: 'Ein unbekannter Fehler ist aufgetreten.',
    no_evm_account:
      'Diese Wallet hat kein EVM-Konto genannt. Wählen Sie darin ein EVM-Konto, oder nehmen Sie eine andere Wallet.',
    relay_silent:
      'Der Vermittler von WalletConnect hat nicht geantwortet. Ihre Wallet wurde nicht gefragt. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    sign_rejected: 'Die Signaturanfrage wurde abgelehnt',
    sign_failed: 'Die Nachricht konnte nicht signiert werden',
    sign_empty:
      'Ihre Wallet hat keine Signatur ausgegeben. Versuchen Sie es noch einmal, oder nehmen Sie eine andere Wallet.',
    sign_pending:
      'Ihr Safe hat diese Signatur und wartet auf die anderen Eigentümer. Wenn sie signiert haben, kommen Sie innerhalb von 14 Tagen zurück und drücken Sie den Knopf noch einmal.',
    add_network_rejected: 'Das Hinzufügen des Netzwerks wurde abgelehnt',
    add_network_failed: 'Das Netzwerk konnte der Wallet nicht hinzugefügt werden',
    switch_network_rejected: 'Der Netzwerkwechsel wurde abgelehnt',
    switch_network_unknown: 'Die Wallet kennt dieses Netzwerk nicht',
    switch_network_failed: 'Das Netzwerk konnte nicht gewechselt werden.',
  },

  window: {
    notOpen: 'Ansprüche können noch nicht eingereicht werden',
    opensAt: (utc) => `Der Zeitraum beginnt am ${utc}.`,
    checkMeanwhile: 'Sie können Ihre Wallet jetzt schon verbinden und Ihre Zuteilung prüfen.',
    closed: 'Ansprüche können nicht mehr eingereicht werden',
    paused: 'Ansprüche sind angehalten',
    pausedHelp: 'Ihr Betrag ist sicher. Kommen Sie später wieder.',
    closedAt: (utc) => `Der Zeitraum endete am ${utc}.`,
    closesAt: (utc) => `Ansprüche können bis zum ${utc} eingereicht werden.`,
    whereYouAre: (local) => `Bei Ihnen: ${local}.`,
  },

  allocation: {
    heading: 'Ihre Zuteilung',
    loading: 'Ihre Zuteilung wird geladen...',
    changed: (was, is) => `Ihre Zuteilung wurde von ${was} auf ${is} geändert.`,
    claimGone: 'Ihr Anspruch ist nicht mehr da',
    claimGoneHelp: 'Das Projekt hat ihn entfernt. Reichen Sie ihn noch einmal ein.',
    failed: 'Die Zuteilung konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.',
    eligible: 'Berechtigt',
    amount: 'Zuteilung in SPL-Token',
    original: 'Ursprünglicher Betrag:',
    evmAddress: 'EVM-Adresse',
    updated: 'Zuletzt aktualisiert:',
    proceed: 'Weiter zum Formular',
    notFound: 'Keine Zuteilung gefunden',
    notFoundHelp: 'Für diese Adresse gibt es nichts zu beanspruchen. Mögliche Gründe:',
    notPublished: 'Die Liste der Inhaber ist noch nicht veröffentlicht',
    notPublishedHelp: 'Kommen Sie später wieder.',
    didNotHold: 'Diese Adresse hielt den Coin zum Zeitpunkt des Snapshots nicht.',
    otherWallet: 'Andere Wallet verwenden',
    wrongWallet:
      'Die falsche Wallet ist verbunden. Wechseln Sie in Ihrer Wallet zu einem anderen Konto, um es zu prüfen.',
  },

  form: {
    heading: 'Anspruch einreichen',
    amount: 'Betrag',
    otherAmount: (was, is) =>
      `Ihr Anspruch lautet auf ${was}. Ihre Zuteilung ist jetzt ${is}: Das signieren Sie.`,
    solanaAddress: 'Solana-Adresse',
    hint: 'Kopieren Sie sie aus Ihrer Solana-Wallet: Empfangen, dann Kopieren.',
    placeholder: 'Ihre Solana-Wallet-Adresse',
    invalid: 'Ungültiges Format einer Solana-Adresse.',
    noNames: 'Namen wie toly.sol gehen hier nicht.',
    secret:
      'Das sieht nach einem privaten Schlüssel oder einer Wiederherstellungsphrase aus. Geben Sie so etwas nirgends ein. Wer sie hat, kann Ihr Guthaben nehmen.',
    required: 'Bitte geben Sie eine gültige Solana-Adresse ein.',
    useWallet: 'Meine Solana-Wallet verwenden',
    takeFromWallet: (wallet) => `${wallet} verwenden`,
    fromWallet: (wallet) => `Aus ${wallet} übernommen. Vergleichen Sie sie unten.`,
    fromLink: 'Aus einem Solana-Link übernommen. Vergleichen Sie sie unten.',
    fromExplorer: (site) => `Von einer Seite bei ${site} übernommen. Vergleichen Sie sie unten.`,
    withoutHidden: 'Andere Zeichen wurden weggelassen. Vergleichen Sie die Adresse unten.',
    checking: 'Diese Adresse wird auf Solana nachgeschlagen...',
    unused: 'Diese Adresse ist leer. Neue Wallet? Gut. Wenn in Ihrer SOL ist, ist das nicht Ihre Adresse.',
    noticeHeading: 'Wichtiger Hinweis',
    notices: [
      'Sie können die Adresse berichtigen, bis die Auszahlung beginnt, danach nicht mehr.',
      'Nehmen Sie Ihre eigene Wallet. Token an eine Börse können verloren gehen.',
    ],
    signatureNote: 'Signieren kostet nichts und bewegt nichts.',
    preview: 'Was Ihre Wallet zeigen wird',
    previewNonce: '(der Zeitpunkt der Signatur)',
    lastLook: 'Ein letzter Blick vor der Signatur',
    lastLookHelp: 'Vergleichen Sie jede Gruppe mit der Adresse in Ihrer Solana-Wallet.',
    programOwned: 'Eine ungewöhnliche Adresse',
    confirmProgramOwned: 'Das ist mein Tresor (zum Beispiel ein Multisig von Squads).',
    notSubmitted: 'Ihr Anspruch wurde nicht eingereicht',
    nothingSent: (button) =>
      `Es wurde nichts gesendet. Drücken Sie „${button}“, um es noch einmal zu versuchen.`,
    moreOwners: 'Von Ihnen signiert, noch nicht von allen Eigentümern',
    walletBusy: 'In Ihrer Wallet ist noch eine Anfrage offen',
    answeredLate:
      'Ihre Wallet hat zu spät geantwortet: Eine Signatur gilt zehn Minuten. Signieren Sie noch einmal, und bestätigen Sie bald in Ihrer Wallet.',
    otherSigner: (signer, own) =>
      `Signiert von ${signer}, nicht von ${own}: Ein anderes Konto hat signiert, oder einen anderen Text. Signieren Sie noch einmal mit ${own}.`,
    unknown: 'Es ist nicht bekannt, ob Ihr Anspruch eingereicht wurde',
    unknownHelp:
      'Er wurde gesendet, und die Antwort ging verloren. Laden Sie diese Seite später neu: Ist der Anspruch angekommen, wird er gezeigt. Ein neuer Versuch schadet nicht, ein Anspruch zählt nur einmal.',
    noAnswer:
      'Diese Seite hat nicht geantwortet. Ihre Eingabe bleibt erhalten, und ein Anspruch zählt nur einmal: Versuchen Sie es noch einmal.',
    submit: 'Signieren & einreichen',
    submitting: 'Signieren & einreichen...',
    openWallet:
      'Ihre Wallet bittet um die Signatur. Öffnen Sie sie und vergleichen Sie die Adresse noch einmal.',
    reachingWallet: 'Ihre Wallet wird über WalletConnect erreicht...',
    signed: 'Signiert. Ihr Anspruch wird eingereicht.',
    looking:
      'Signiert. Die Antwort des Portals ging verloren. Es wird gefragt, ob Ihr Anspruch angekommen ist.',
    reset: 'Zurücksetzen',
  },

  safe: {
    heading: 'Für einen Safe einreichen',
    help: 'Seine Eigentümer signieren auf dieser Seite nacheinander, jeder mit der eigenen Wallet. Das bewegt kein Geld und kostet kein Gas.',
    address: 'Adresse des Safe',
    addressHint: 'Die Adresse, die den Coin hielt: 0x und 40 Zeichen.',
    find: 'Diesen Safe suchen',
    invalid: 'Das ist keine EVM-Adresse: Sie besteht aus 0x und 40 Zeichen.',
    notFound: (networks) => `An dieser Adresse gibt es in ${networks} keinen Safe.`,
    notASafe:
      'Diese Adresse ist ein Contract, aber kein Safe ab Version 1.3.0. Verbinden Sie sich mit jener Wallet selbst mit dieser Seite.',
    unknown: 'Das Netzwerk sagt gerade nicht, was diese Adresse ist. Versuchen Sie es gleich noch einmal.',
    otherSafe: 'Ein anderer Safe',
    threshold: (threshold, owners) =>
      owners === 1
        ? 'Der eine Eigentümer muss signieren.'
        : `${threshold} von ${owners} Eigentümern müssen signieren.`,
    on: (network) => `Safe in ${network}`,
    begin: 'Weiter zu den Signaturen',
    count: (signed, threshold) => `${signed} von ${threshold} Signaturen`,
    until: (utc) => `Alle müssen bis ${utc} hier sein. Kommen Sie bis dahin auf diese Seite zurück.`,
    owner: 'Eigentümer',
    signed: 'Signiert',
    missing: 'Noch nicht',
    you: 'verbunden',
    sign: 'Als dieser Eigentümer signieren',
    signing: 'Wird signiert...',
    submit: 'Anspruch einreichen',
    handOn: 'Diesen Link an den nächsten Eigentümer schicken',
    handOnHelp:
      'Er enthält den Anspruch und die Signaturen bis jetzt. Nur ein Eigentümer kann eine hinzufügen, und niemand kann den Anspruch ändern.',
    copyLink: 'Link kopieren',
    link: 'Link',
    connectOwner: 'Verbinden Sie die Wallet eines Eigentümers, um zu signieren.',
    notAnOwner:
      'Das verbundene Konto ist kein Eigentümer dieses Safe. Wählen Sie in Ihrer Wallet einen Eigentümer.',
    hasSigned: 'Der verbundene Eigentümer hat signiert. Jetzt signiert der nächste.',
    wrongNetwork: (network) => `Stellen Sie Ihre Wallet auf ${network} um, um zu signieren.`,
    shown: 'Dem stimmen die Eigentümer zu',
    shownHelp: 'Ihre Wallet zeigt den Hash dieses Textes als Nachricht des Safe.',
    otherSigner:
      'Diese Signatur ist nicht die des verbundenen Eigentümers. Signieren Sie noch einmal mit jenem Konto.',
    dropped:
      'Eine Signatur in diesem Link passt nicht zu diesem Anspruch und wurde weggelassen: Die Liste kann seither ersetzt worden sein.',
    expired: 'Dieser Anspruch wurde vor mehr als 14 Tagen begonnen',
    expiredHelp:
      'Seine Signaturen zählen nicht mehr. Beginnen Sie neu: Die Eigentümer signieren noch einmal.',
    startAnew: 'Neu beginnen',
    badLink: 'Dieser Link ist unvollständig. Lassen Sie ihn sich noch einmal schicken oder beginnen Sie neu.',
    wallet: 'Diese Adresse ist eine Contract-Wallet',
    walletHelp:
      'Ihre Eigentümer haben bis zu 14 Tage. Diese Seite fragt jedes Mal denselben Text an: Kommen Sie zurück und drücken Sie den Knopf noch einmal, bis alle signiert haben.',
    waiting: (utc) => `Schon begonnen: Derselbe Text wird wieder angefragt, bis ${utc}.`,
    elsewhere: (network) =>
      `Diese Adresse ist in ${network} eine Contract-Wallet. Stellen Sie Ihre Wallet auf ${network} um, um zu signieren.`,
  },

  submission: {
    failed: 'Nicht eingereicht',
    alreadyClaimed: 'Für diese Adresse haben Sie bereits einen Anspruch eingereicht',
    noAllocation: 'Keine Zuteilung für diese Adresse gefunden',
    invalid: 'Ungültige Angaben, oder die Signatur konnte nicht bestätigt werden',
    signatureRejected: 'Die Signaturanfrage wurde abgelehnt',
    other: 'Der Anspruch konnte nicht eingereicht werden',
  },

  errors: {
    sol_is_evm_address:
      'Das ist eine EVM-Adresse, wie die, mit der Sie verbunden sind. Geben Sie die Adresse Ihrer Solana-Wallet ein: Sie beginnt nicht mit 0x.',
    invalid_sol_address: 'Das ist keine ganze Solana-Adresse. Kopieren Sie sie noch einmal.',
    sol_zero_key: 'Diese Solana-Adresse ist der Schlüssel aus lauter Nullen, den niemand besitzt.',
    sol_known_program:
      'Diese Solana-Adresse gehört einem Programm, keiner Wallet. Geben Sie die Adresse Ihrer eigenen Wallet ein.',
    sol_off_curve_unconfirmed:
      'Für diese Solana-Adresse kann kein Schlüssel signieren: Ein Programm steuert sie, wie bei einem Multisig-Tresor. Wenn Sie nicht sicher sind, was das heißt, geben Sie die Adresse einer gewöhnlichen Wallet ein.',
    sol_off_curve:
      'Für diese Solana-Adresse kann kein Schlüssel signieren, und dort besteht kein Konto. Geben Sie eine Adresse ein, deren Schlüssel Sie besitzen.',
    sol_off_curve_unseen:
      'Für diese Solana-Adresse kann kein Schlüssel signieren, und ob dort ein Tresor besteht, ist gerade nicht herauszufinden. Nichts wurde eingereicht. Versuchen Sie es gleich noch einmal, oder geben Sie die Adresse einer gewöhnlichen Wallet ein.',
    sol_is_token_mint:
      'Diese Solana-Adresse ist ein Token selbst (Mint), keine Wallet. Geben Sie die Adresse Ihrer eigenen Wallet ein.',
    sol_is_token_account:
      'Diese Solana-Adresse ist ein Token-Konto, keine Wallet. Geben Sie die Adresse der Wallet ein, der es gehört.',
    sol_is_program:
      'Diese Solana-Adresse ist ein ausführbares Programm, keine Wallet. Geben Sie die Adresse Ihrer eigenen Wallet ein.',
    bad_signature: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Die Signatur passt nicht zu dieser Adresse und diesen Angaben. Signieren Sie den Anspruch noch einmal.'
        : `Die Signatur passt nicht zu dieser Adresse, diesen Angaben und der Adresse dieses Portals. Nichts wurde eingereicht. Hat eine andere Seite als ${publicUrl} Sie signieren lassen, trauen Sie ihr nicht. Öffnen Sie ${publicUrl} und signieren Sie noch einmal.`,
    wrong_message: ({ publicUrl }) =>
      publicUrl === undefined
        ? 'Sie haben eine Nachricht signiert, wie sie dieses Portal nicht mehr annimmt. Nichts wurde eingereicht. Laden Sie die Seite neu und signieren Sie noch einmal.'
        : `Sie haben eine Nachricht signiert, die ihre Seite nicht nennt; dieses Portal nimmt sie nicht an. Nichts wurde eingereicht. Öffnen Sie ${publicUrl} und signieren Sie noch einmal.`,
    list_replaced: ({ was, is }) =>
      was === is
        ? 'Die Liste der Inhaber wurde ersetzt, seit Sie diese Seite geöffnet haben. Nichts wurde eingereicht. Signieren Sie noch einmal.'
        : `Ihre Zuteilung wurde von ${was} auf ${is} geändert. Nichts wurde eingereicht. Sehen Sie sie an und signieren Sie noch einmal.`,
    high_s_signature:
      'Die Signatur hat nicht die kanonische Form (hohes s). Signieren Sie den Anspruch noch einmal.',
    stale_nonce:
      'Der signierte Anspruch ist zu alt oder aus der Zukunft. Prüfen Sie die Uhr Ihres Geräts und signieren Sie noch einmal.',
    unsupported_chain:
      'Ihre Wallet ist in einem Netzwerk, das dieses Portal nicht unterstützt. Wechseln Sie das Netzwerk und signieren Sie noch einmal.',
    contract_wallet: ({ chainName }) =>
      `Contract-Wallets können in ${chainName} nicht geprüft werden: Dieses Portal hat keinen Knoten jenes Netzwerks, den es fragen kann. Wenden Sie sich an den Betreiber.`,
    no_contract_on_chain: ({ chainName }) =>
      `An dieser Adresse gibt es in ${chainName} keine Contract-Wallet. Wechseln Sie in das Netzwerk, in dem sie besteht, oder richten Sie sie dort ein, und signieren Sie noch einmal.`,
    contract_on_other_chain: ({ chainName, otherChainName }) =>
      `Diese Adresse ist in ${otherChainName} eine Contract-Wallet, nicht in ${chainName}. Wechseln Sie zu ${otherChainName} und signieren Sie noch einmal.`,
    contract_checked_elsewhere: ({ chainName, otherChainName }) =>
      `Diese Adresse ist in ${otherChainName} eine Contract-Wallet. Die von ${chainName} können hier nicht geprüft werden. Wechseln Sie zu ${otherChainName} und signieren Sie noch einmal.`,
    evm_rpc_unreachable: ({ chainName }) =>
      `Diese Wallet kann gerade nicht geprüft werden: Der Knoten von ${chainName} antwortet nicht. Nichts wurde eingereicht. Versuchen Sie es gleich noch einmal.`,
    evm_rpc_wrong_chain: ({ chainName }) =>
      `Diese Wallet kann gerade nicht geprüft werden: Der Knoten, den dieses Portal nach ${chainName} fragt, gehört zu einem anderen Netzwerk. Nichts wurde eingereicht. Sagen Sie dem Betreiber Bescheid und versuchen Sie es später noch einmal.`,
    too_busy:
      'Gerade sind zu viele gleichzeitig hier. Nichts wurde eingereicht. Versuchen Sie es in einigen Sekunden noch einmal.',
    wallet_checks_busy:
      'Gerade werden zu viele Wallets dieser Art geprüft. Nichts wurde eingereicht. Versuchen Sie es in einer Minute noch einmal.',
    claim_under_way:
      'Dieser Anspruch lässt sich nicht mehr ändern: Eine Auszahlung hat ihn übernommen. Nichts wurde geändert.',
    nonce_not_newer:
      'Dieser Anspruch wurde vor dem eingereichten signiert, oder es ist derselbe. Nichts wurde geändert. Signieren Sie noch einmal.',
    key_required:
      'Dieser Anspruch wurde mit dem Schlüssel seiner Adresse signiert, und nur der kann ihn ändern. Nichts wurde geändert. Signieren Sie mit der Wallet, die ihn eingereicht hat.',
    no_claim: 'Für diese Adresse wurde kein Anspruch eingereicht.',
    no_allocation: 'Für diese Adresse wurde keine Zuteilung gefunden.',
    amount_exceeds_u64:
      'Diese Zuteilung ist größer als das, was ein Tokenkonto auf Solana fasst. Nichts wurde eingereicht. Sagen Sie es dem Betreiber.',
    holder_list_changed:
      'Die Liste der Inhaber wurde außerhalb dieses Portals geändert und gilt nicht. Nichts wurde eingereicht. Der Betreiber muss sie neu hochladen.',
    claims_not_open: 'Ansprüche können noch nicht eingereicht werden.',
    wallet_denied:
      'Diese Wallet kann hier nicht verwendet werden. Wenn Sie das für einen Irrtum halten, fragen Sie das Projekt.',
    destination_denied:
      'Diese Solana-Adresse kann hier nicht verwendet werden. Nichts wurde eingereicht. Geben Sie eine andere ein.',
    claims_paused:
      'Ansprüche sind angehalten. Es wurde nichts eingereicht. Ihre Zuteilung bleibt: Versuchen Sie es später noch einmal.',
    claims_closed: 'Ansprüche können nicht mehr eingereicht werden.',
    already_claimed: 'Für diese Adresse wurde bereits ein Anspruch eingereicht.',
    already_paid: 'An diese Adresse wurde bereits ausgezahlt.',
    too_many_requests: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es noch einmal.',
    request_too_slow:
      'Die Anfrage hat zu lange gebraucht und wurde abgebrochen. Nichts wurde geändert. Senden Sie sie noch einmal.',
    store_unavailable:
      'Das Portal erreicht seine Daten gerade nicht. Versuchen Sie es gleich noch einmal: Was gespeichert war, bleibt gespeichert.',
    not_ready: 'Das Portal startet oder stoppt gerade. Versuchen Sie es gleich noch einmal.',
    internal:
      'Auf unserer Seite ist etwas schiefgegangen. Versuchen Sie es noch einmal; bleibt es dabei, wenden Sie sich an den Betreiber.',
  },

  claim: {
    submitted: 'Anspruch erfolgreich eingereicht',
    addressChanged: 'Adresse geändert',
    headings: {
      queued: 'Ihr Anspruch steht zur Auszahlung an',
      sending: 'Ihre Token werden gesendet',
      attention: 'Ihre Auszahlung braucht Aufmerksamkeit',
      sent: 'Ihre Token wurden gesendet',
      rejected: 'Ihr Anspruch wurde abgelehnt',
    },
    badges: {
      queued: 'Zur Auszahlung vorgemerkt',
      sending: 'Wird gesendet',
      attention: 'Braucht Aufmerksamkeit',
      sent: 'Gesendet',
      rejected: 'Abgelehnt',
    },
    journey: 'Wo Ihr Anspruch ist',
    steps: {
      claimed: 'Beansprucht',
      inRun: 'Wartet auf die Auszahlung',
      onChain: 'Auf Solana gesendet',
      final: 'Angekommen',
      rejected: 'Anspruch abgelehnt',
    },
    attention: {
      too_small:
        'Der Betrag ist weniger als die kleinste Einheit des Tokens. Dafür kann nichts ausgezahlt werden.',
      recipient:
        'Ihre Solana-Adresse kann diese Token nicht annehmen: Ihr Token-Konto ist dafür geschlossen oder eingefroren.',
      on_hold:
        'Es steht noch nicht fest, ob Ihre Token angekommen sind. Bis das klar ist, wird nichts mehr gesendet, damit niemand zweimal bezahlt wird.',
      failed:
        'Die Auszahlung ist nicht gelungen. Das Projekt muss sie prüfen, bevor sie noch einmal versucht wird.',
    },
    expectedBy: (utc) => `Die Auszahlung wird bis zum ${utc} erwartet.`,
    following:
      'Sie können diese Seite schließen. Verbinden Sie dieselbe Wallet, um zu sehen, wie weit es ist.',
    followingFailed: 'Diese Seite hat gerade nicht geantwortet. Es wird wieder gefragt.',
    arrived: 'Die Transaktion ist endgültig: Die Token sind in Ihrer Solana-Wallet.',
    id: 'Referenznummer',
    idName: 'Referenznummer',
    toAddress: 'An Ihre Solana-Adresse',
    transaction: 'Solana-Transaktion',
    transactionName: 'Transaktion',
    why: 'Warum',
    viewTransaction: 'Transaktion ansehen',
    askWhy: ['Wenn Sie das für einen Irrtum halten, fragen Sie im ', '.'],
    claimedFor: 'Geht an',
    changeAddress: 'Solana-Adresse ändern',
    presentAddress: (address) => `Bisher geht er an ${address}.`,
    claimAgain: 'Erneut einreichen',
    noChange: {
      taken: 'Eine Auszahlung hat diesen Anspruch übernommen: Seine Solana-Adresse lässt sich nicht ändern.',
      notOpen: 'Ansprüche sind gerade nicht offen. Die Solana-Adresse lässt sich deshalb nicht ändern.',
    },
    noClaimAgain: {
      taken:
        'Eine Auszahlung hat diesen Anspruch noch auf ihrer Liste. Wenn sie beendet ist, können Sie erneut einreichen.',
      notOpen: 'Ansprüche sind gerade nicht offen. Sie können deshalb nicht erneut einreichen.',
    },
    soon: 'Ihre Token werden bald gesendet.',
    underWay: 'Eine Transaktion bringt Ihre Token gerade hinüber.',
    updates: ['Neuigkeiten erscheinen im ', '.'],
    channel: 'Nachrichtenkanal',
    unnamedChannel: 'Nachrichtenkanal des Projekts',
    receiptAndProof: 'Quittung und Nachweis',
    another: 'Für eine andere Wallet',
    noSol:
      'Diese Wallet hat noch kein SOL. Ihre Token kommen trotzdem an; um sie zu bewegen, braucht es etwas SOL.',
    receipt: 'Ihre Quittung',
    receiptHelp:
      'Die signierte Nachricht, Ihre Signatur und die Referenznummer. Bewahren Sie sie auf, um Ihren Anspruch zu belegen.',
    saveReceipt: 'Quittung speichern',
    copyReceipt: 'Quittung kopieren',
    receiptName: 'Quittung',
    proof: 'Nachweis Ihres Betrags',
    proofHelp: 'Für Fachleute: Prüfen Sie, dass die veröffentlichte Liste Ihren Betrag enthält.',
    saveProof: 'Nachweis speichern',
    savingProof: 'Wird geholt…',
    saveCheckingPage: 'Prüfseite speichern',
    proofFailed: 'Der Nachweis konnte nicht geholt werden. Bitte versuchen Sie es noch einmal.',
  },

  notFound: {
    heading: 'Seite nicht gefunden',
    help: 'Unter dieser Adresse gibt es nichts. Prüfen Sie sie auf einen Tippfehler, oder gehen Sie zur Seite für Ansprüche.',
    link: 'Zur Seite für Ansprüche',
  },

  test: {
    title: 'Migration von EVM zu Solana',
    heading: 'Wahl des Netzwerks',
    help: 'Diese Seite prüft, ob Skripte und Gestaltung Ihren Browser erreichen.',
    button: 'Testknopf',
    toast: 'Test',
    toastHelp: 'Die Seite funktioniert in diesem Browser.',
  },
} satisfies AllTexts
