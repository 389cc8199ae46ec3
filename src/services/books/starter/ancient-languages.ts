/** Works that were written in Ancient Greek, Latin and Sanskrit. */
export const ancientGreek = `
@ Homer | Ὅμηρος | -700
- | epic, war | Ἰλιάς | The Iliad
- | epic, adventure | Ὀδύσσεια | The Odyssey
@ Hesiod | Ἡσίοδος | -650
- | poetry | Θεογονία | Theogony
@ Sappho | Σαπφώ | -570
- | poetry | Μέλη | Poems of Sappho
@ Aesop | Αἴσωπος | -564
- | tales, children | Αἰσώπου Μῦθοι | Aesop's Fables
@ Aeschylus | Αἰσχύλος | -456
- | tragedy | Ὀρέστεια | The Oresteia
- | tragedy | Προμηθεὺς Δεσμώτης | Prometheus Bound
@ Sophocles | Σοφοκλῆς | -406
- | tragedy | Οἰδίπους Τύραννος | Oedipus Rex
- | tragedy | Ἀντιγόνη | Antigone
@ Euripides | Εὐριπίδης | -406
- | tragedy | Μήδεια | Medea
- | tragedy | Βάκχαι | The Bacchae
@ Aristophanes | Ἀριστοφάνης | -386
- | comedy | Λυσιστράτη | Lysistrata
- | comedy | Νεφέλαι | The Clouds
@ Herodotus | Ἡρόδοτος | -425
- | history | Ἱστορίαι | The Histories
@ Thucydides | Θουκυδίδης | -400
- | history, war | Ἱστορία τοῦ Πελοποννησιακοῦ Πολέμου | History of the Peloponnesian War
@ Xenophon | Ξενοφῶν | -354
- | history, war | Ἀνάβασις | Anabasis
@ Plato | Πλάτων | -347
- | philosophy, politics | Πολιτεία | The Republic
- | philosophy | Συμπόσιον | The Symposium
- | philosophy | Ἀπολογία Σωκράτους | Apology of Socrates
@ Aristotle | Ἀριστοτέλης | -322
- | philosophy | Ἠθικὰ Νικομάχεια | Nicomachean Ethics
- | essay | Περὶ ποιητικῆς | Poetics
- | politics, philosophy | Πολιτικά | Politics
@ Euclid | Εὐκλείδης | -270
- | science | Στοιχεῖα | Elements
@ Plutarch | Πλούταρχος | 120
- | history, memoir | Βίοι Παράλληλοι | Parallel Lives
@ Marcus Aurelius | Μάρκος Αὐρήλιος | 180
- | philosophy | Τὰ εἰς ἑαυτόν | Meditations
`

export const latin = `
@ Plautus | -184
- | comedy | Miles gloriosus | The Braggart Soldier
@ Julius Caesar | -44
- | history, war | Commentarii de bello Gallico | The Gallic War
@ Catullus | -54
- | poetry | Carmina | Poems of Catullus
@ Cicero | -43
- | philosophy | De officiis | On Duties
@ Lucretius | -55
- | philosophy, poetry | De rerum natura | On the Nature of Things
@ Virgil | -19
- | epic | Aeneis | The Aeneid
- | poetry | Georgica | The Georgics
@ Horace | -8
- | poetry | Carmina Horatii | Odes
@ Livy | 17
- | history | Ab urbe condita | The History of Rome
@ Ovid | 17
- | poetry, tales | Metamorphoses | Metamorphoses
- | poetry | Ars amatoria | The Art of Love
@ Seneca | 65
- | philosophy | Epistulae morales ad Lucilium | Letters from a Stoic
@ Petronius | 66
- | satire | Satyricon | The Satyricon
@ Tacitus | 120
- | history | Annales | The Annals
- | history | Germania | Germania
@ Suetonius | 122
- | history, memoir | De vita Caesarum | The Twelve Caesars
@ Apuleius | 170
- | satire, fantasy | Asinus aureus | The Golden Ass
@ Augustine of Hippo | 430
- | memoir, religion | Confessiones | Confessions of Saint Augustine
- | religion, philosophy | De civitate Dei | The City of God
@ Boethius | 524
- | philosophy | De consolatione philosophiae | The Consolation of Philosophy
@ Thomas à Kempis | 1471
1427 | religion | De imitatione Christi | The Imitation of Christ
@ Thomas More | 1535
1516 | politics, satire | Utopia | Utopia
@ Erasmus | 1536
1511 | satire, religion | Stultitiae laus | In Praise of Folly
@ Baruch Spinoza | 1677
1677 | philosophy | Ethica, ordine geometrico demonstrata | Ethics
@ Isaac Newton | 1727
1687 | science | Philosophiae naturalis principia mathematica | The Mathematical Principles of Natural Philosophy
`

export const sanskrit = `
@ Vyasa | व्यास | -400
- | epic, religion | महाभारतम् | The Mahabharata
- | religion, philosophy | भगवद्गीता | The Bhagavad Gita
@ Valmiki | वाल्मीकि | -300
- | epic, religion | रामायणम् | The Ramayana
@ Kalidasa | कालिदास | 450
- | drama | अभिज्ञानशाकुन्तलम् | The Recognition of Shakuntala
- | poetry | मेघदूतम् | The Cloud Messenger
@ Vishnu Sharma | विष्णुशर्मा | -200
- | tales | पञ्चतन्त्रम् | The Panchatantra
`
