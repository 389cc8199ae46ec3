/** Works that were written in French, Italian, Spanish, Portuguese, Catalan and Romanian. */
export const french = `
@ François Rabelais | 1553
1532 | satire, fantasy | Pantagruel
1534 | satire, fantasy | Gargantua
@ Michel de Montaigne | 1592
1580 | essay, philosophy | Les Essais | Essays
@ René Descartes | 1650
1637 | philosophy, science | Discours de la méthode | Discourse on the Method
@ Pierre Corneille | 1684
1637 | tragedy | Le Cid | The Cid
@ Blaise Pascal | 1662
1670 | philosophy, religion | Pensées | Thoughts
@ Molière | 1673
1664 | comedy | Tartuffe | Tartuffe
1666 | comedy | Le Misanthrope | The Misanthrope
1668 | comedy | L'Avare | The Miser
1673 | comedy | Le Malade imaginaire | The Imaginary Invalid
@ Jean Racine | 1699
1677 | tragedy | Phèdre | Phaedra
@ Jean de La Fontaine | 1695
1668 | poetry, tales | Fables | Fables
@ Madame de La Fayette | 1693
1678 | historical, romance | La Princesse de Clèves | The Princess of Cleves
@ Charles Perrault | 1703
1697 | tales, children | Histoires ou contes du temps passé | Tales of Mother Goose
@ Montesquieu | 1755
1721 | satire | Lettres persanes | Persian Letters
1748 | politics, philosophy | De l'esprit des lois | The Spirit of Law
@ Voltaire | 1778
1747 | satire, philosophy | Zadig | Zadig
1759 | satire, philosophy | Candide | Candide
@ Jean-Jacques Rousseau | 1778
1762 | politics, philosophy | Du contrat social | The Social Contract
1762 | philosophy | Émile ou De l'éducation | Emile, or On Education
1782 | memoir | Les Confessions | Confessions
@ Denis Diderot | 1784
1796 | satire, philosophy | Jacques le fataliste et son maître | Jacques the Fatalist
@ Pierre Choderlos de Laclos | 1803
1782 | novel | Les Liaisons dangereuses | Dangerous Liaisons
@ Stendhal | 1842
1830 | novel | Le Rouge et le Noir | The Red and the Black
1839 | historical | La Chartreuse de Parme | The Charterhouse of Parma
@ Honoré de Balzac | 1850
1831 | novel | La Peau de chagrin | The Magic Skin
1833 | novel | Eugénie Grandet | Eugénie Grandet
1835 | novel | Le Père Goriot | Father Goriot
1843 | novel | Illusions perdues | Lost Illusions
1846 | novel | La Cousine Bette | Cousin Bette
@ Alexis de Tocqueville | 1859
1835 | politics | De la démocratie en Amérique | Democracy in America
@ Victor Hugo | 1885
1831 | historical | Notre-Dame de Paris | The Hunchback of Notre-Dame
1862 | historical | Les Misérables | Les Misérables
1866 | novel | Les Travailleurs de la mer | Toilers of the Sea
1869 | historical | L'Homme qui rit | The Man Who Laughs
@ Alexandre Dumas | 1870
1844 | adventure, historical | Les Trois Mousquetaires | The Three Musketeers
1845 | adventure, historical | Vingt ans après | Twenty Years After
1845 | historical | La Reine Margot | Queen Margot
1846 | adventure, historical | Le Comte de Monte-Cristo | The Count of Monte Cristo
@ Prosper Mérimée | 1870
1845 | stories | Carmen | Carmen
@ Gustave Flaubert | 1880
1857 | novel | Madame Bovary | Madame Bovary
1862 | historical | Salammbô | Salammbô
1869 | novel | L'Éducation sentimentale | Sentimental Education
@ Charles Baudelaire | 1867
1857 | poetry | Les Fleurs du mal | The Flowers of Evil
@ Arthur Rimbaud | 1891
1873 | poetry | Une saison en enfer | A Season in Hell
@ Jules Verne | 1905
1864 | adventure, sf | Voyage au centre de la Terre | Journey to the Centre of the Earth | Voyages extraordinaires #3
1865 | sf | De la Terre à la Lune | From the Earth to the Moon | Voyages extraordinaires #4
1870 | adventure, sf | Vingt mille lieues sous les mers | Twenty Thousand Leagues Under the Seas | Voyages extraordinaires #6
1873 | adventure | Le Tour du monde en quatre-vingts jours | Around the World in Eighty Days | Voyages extraordinaires #11
1875 | adventure | L'Île mystérieuse | The Mysterious Island | Voyages extraordinaires #12
1876 | adventure | Michel Strogoff | Michael Strogoff | Voyages extraordinaires #14
@ Émile Zola | 1902
1867 | novel | Thérèse Raquin | Thérèse Raquin
1877 | novel | L'Assommoir | The Drinking Den | Les Rougon-Macquart #7
1880 | novel | Nana | Nana | Les Rougon-Macquart #9
1883 | novel | Au Bonheur des Dames | The Ladies' Paradise | Les Rougon-Macquart #11
1885 | novel | Germinal | Germinal | Les Rougon-Macquart #13
@ Guy de Maupassant | 1893
1880 | stories, war | Boule de suif | Ball of Fat
1883 | novel | Une vie | A Woman's Life
1885 | novel | Bel-Ami | Bel-Ami
1887 | stories, horror | Le Horla | The Horla
@ Edmond Rostand | 1918
1897 | drama | Cyrano de Bergerac | Cyrano de Bergerac
@ Gaston Leroux | 1927
1907 | crime | Le Mystère de la chambre jaune | The Mystery of the Yellow Room
1910 | gothic, crime | Le Fantôme de l'Opéra | The Phantom of the Opera
@ Alain-Fournier | 1914
1913 | novel | Le Grand Meaulnes | The Lost Estate
@ Marcel Proust | 1922
1913 | novel | Du côté de chez Swann | Swann's Way | À la recherche du temps perdu #1
1919 | novel | À l'ombre des jeunes filles en fleurs | Within a Budding Grove | À la recherche du temps perdu #2
`

export const italian = `
@ Dante Alighieri | 1321
1321 | epic, religion | La Divina Commedia | The Divine Comedy
1294 | poetry | Vita nuova | The New Life
@ Francesco Petrarca | 1374
1374 | poetry | Canzoniere | Canzoniere
@ Giovanni Boccaccio | 1375
1353 | stories | Decameron | The Decameron
@ Niccolò Machiavelli | 1527
1532 | politics, philosophy | Il Principe | The Prince
@ Ludovico Ariosto | 1533
1516 | epic | Orlando furioso | The Frenzy of Orlando
@ Torquato Tasso | 1595
1581 | epic | Gerusalemme liberata | Jerusalem Delivered
@ Galileo Galilei | 1642
1632 | science | Dialogo sopra i due massimi sistemi del mondo | Dialogue Concerning the Two Chief World Systems
@ Carlo Goldoni | 1793
1753 | comedy | La locandiera | The Mistress of the Inn
@ Alessandro Manzoni | 1873
1827 | historical | I promessi sposi | The Betrothed
@ Giacomo Leopardi | 1837
1831 | poetry | Canti | Canti
@ Carlo Collodi | 1890
1883 | children, fantasy | Le avventure di Pinocchio | The Adventures of Pinocchio
@ Edmondo De Amicis | 1908
1886 | children | Cuore | Heart
@ Giovanni Verga | 1922
1881 | novel | I Malavoglia | The House by the Medlar Tree
@ Italo Svevo | 1928
1923 | novel | La coscienza di Zeno | Zeno's Conscience
@ Luigi Pirandello | 1936
1904 | novel | Il fu Mattia Pascal | The Late Mattia Pascal
1921 | drama | Sei personaggi in cerca d'autore | Six Characters in Search of an Author
`

export const spanish = `
@ Fernando de Rojas | 1541
1499 | tragedy | La Celestina | The Celestina
@ Miguel de Cervantes | 1616
1605 | satire, adventure | Don Quijote de la Mancha | Don Quixote
1613 | stories | Novelas ejemplares | Exemplary Novels
@ Lope de Vega | 1635
1619 | drama | Fuenteovejuna | Fuenteovejuna
@ Pedro Calderón de la Barca | 1681
1635 | drama | La vida es sueño | Life Is a Dream
@ Tirso de Molina | 1648
1630 | drama | El burlador de Sevilla | The Trickster of Seville
@ Sor Juana Inés de la Cruz | 1695
1689 | poetry | Inundación castálida | Castalian Flood
@ Gustavo Adolfo Bécquer | 1870
1871 | poetry | Rimas y leyendas | Rhymes and Legends
@ José Hernández | 1886
1872 | epic | El gaucho Martín Fierro | The Gaucho Martín Fierro
@ Jorge Isaacs | 1895
1867 | romance | María | María
@ Benito Pérez Galdós | 1920
1876 | novel | Doña Perfecta | Doña Perfecta
1887 | novel | Fortunata y Jacinta | Fortunata and Jacinta
@ Leopoldo Alas | 1901
1884 | novel | La Regenta | The Judge's Wife
@ Emilia Pardo Bazán | 1921
1886 | novel | Los pazos de Ulloa | The House of Ulloa
@ José Martí | 1895
1891 | poetry | Versos sencillos | Simple Verses
@ Rubén Darío | 1916
1888 | poetry, stories | Azul | Blue
@ Miguel de Unamuno | 1936
1914 | novel, philosophy | Niebla | Mist
@ Horacio Quiroga | 1937
1918 | stories, children | Cuentos de la selva | Jungle Tales
`

export const portuguese = `
@ Luís de Camões | 1580
1572 | epic | Os Lusíadas | The Lusiads
@ José de Alencar | 1877
1857 | historical, romance | O Guarani | The Guarani
1865 | historical, romance | Iracema | Iracema
@ Camilo Castelo Branco | 1890
1862 | romance | Amor de Perdição | Doomed Love
@ Eça de Queirós | 1900
1875 | novel | O Crime do Padre Amaro | The Crime of Father Amaro
1878 | novel | O Primo Basílio | Cousin Bazilio
1888 | novel | Os Maias | The Maias
@ Machado de Assis | 1908
1881 | novel, satire | Memórias Póstumas de Brás Cubas | The Posthumous Memoirs of Brás Cubas
1891 | novel, satire | Quincas Borba | Philosopher or Dog?
1899 | novel | Dom Casmurro | Dom Casmurro
@ Euclides da Cunha | 1909
1902 | history, war | Os Sertões | Rebellion in the Backlands
@ Fernando Pessoa | 1935
1934 | poetry | Mensagem | Message
`

export const catalan = `
@ Joanot Martorell | 1468
1490 | romance, adventure | Tirant lo Blanc | Tirant the White
@ Jacint Verdaguer | 1902
1877 | epic | L'Atlàntida | Atlantis
`

export const romanian = `
@ Mihai Eminescu | 1889
1883 | poetry | Luceafărul | The Morning Star
@ Ion Creangă | 1889
1892 | memoir, children | Amintiri din copilărie | Memories of My Boyhood
@ Ion Luca Caragiale | 1912
1884 | comedy | O scrisoare pierdută | A Lost Letter
`
