/** Works that were written in English. */
export const english = `
@ Jane Austen | 1817
1811 | romance | Sense and Sensibility
1813 | romance, satire | Pride and Prejudice
1814 | romance | Mansfield Park
1815 | romance | Emma
1817 | romance, gothic | Northanger Abbey
1817 | romance | Persuasion
@ Mary Shelley | 1851
1818 | gothic, sf | Frankenstein
1826 | sf | The Last Man
@ Walter Scott | 1832
1814 | historical | Waverley
1817 | historical | Rob Roy
1819 | historical | Ivanhoe
@ Charles Dickens | 1870
1837 | satire | The Pickwick Papers
1838 | novel | Oliver Twist
1839 | novel | Nicholas Nickleby
1843 | stories | A Christmas Carol
1850 | novel | David Copperfield
1853 | novel, crime | Bleak House
1854 | novel | Hard Times
1857 | novel | Little Dorrit
1859 | historical | A Tale of Two Cities
1861 | novel | Great Expectations
1865 | novel | Our Mutual Friend
@ Charlotte Brontë | 1855
1847 | romance, gothic | Jane Eyre
1849 | novel | Shirley
1853 | novel | Villette
@ Emily Brontë | 1848
1847 | romance, gothic | Wuthering Heights
@ Anne Brontë | 1849
1847 | novel | Agnes Grey
1848 | novel | The Tenant of Wildfell Hall
@ William Makepeace Thackeray | 1863
1844 | historical | Barry Lyndon
1848 | satire | Vanity Fair
@ George Eliot | 1880
1859 | novel | Adam Bede
1860 | novel | The Mill on the Floss
1861 | novel | Silas Marner
1872 | novel | Middlemarch
1876 | novel | Daniel Deronda
@ Elizabeth Gaskell | 1865
1853 | novel | Cranford
1855 | novel | North and South
1866 | novel | Wives and Daughters
@ Anthony Trollope | 1882
1855 | novel | The Warden | | Chronicles of Barsetshire #1
1857 | novel | Barchester Towers | | Chronicles of Barsetshire #2
1875 | satire | The Way We Live Now
@ Wilkie Collins | 1889
1860 | crime | The Woman in White
1868 | crime | The Moonstone
@ Thomas Hardy | 1928
1874 | novel | Far from the Madding Crowd
1878 | novel | The Return of the Native
1886 | novel | The Mayor of Casterbridge
1891 | novel | Tess of the d'Urbervilles
1895 | novel | Jude the Obscure
@ Robert Louis Stevenson | 1894
1883 | adventure, children | Treasure Island
1886 | gothic | Strange Case of Dr Jekyll and Mr Hyde
1886 | adventure | Kidnapped
1889 | adventure | The Master of Ballantrae
@ Oscar Wilde | 1900
1888 | children, tales | The Happy Prince and Other Tales
1890 | gothic | The Picture of Dorian Gray
1895 | comedy | The Importance of Being Earnest
1895 | comedy | An Ideal Husband
@ Bram Stoker | 1912
1897 | gothic, horror | Dracula
@ Arthur Conan Doyle | 1930
1887 | crime | A Study in Scarlet | | Sherlock Holmes #1
1890 | crime | The Sign of the Four | | Sherlock Holmes #2
1892 | crime, stories | The Adventures of Sherlock Holmes | | Sherlock Holmes #3
1894 | crime, stories | The Memoirs of Sherlock Holmes | | Sherlock Holmes #4
1902 | crime | The Hound of the Baskervilles | | Sherlock Holmes #5
1912 | adventure, sf | The Lost World
@ H. G. Wells | 1946
1895 | sf | The Time Machine
1896 | sf | The Island of Doctor Moreau
1897 | sf | The Invisible Man
1898 | sf | The War of the Worlds
@ Rudyard Kipling | 1936
1894 | children, stories | The Jungle Book
1901 | adventure | Kim
1902 | children, stories | Just So Stories
@ Lewis Carroll | 1898
1865 | children, fantasy | Alice's Adventures in Wonderland
1871 | children, fantasy | Through the Looking-Glass
1876 | poetry | The Hunting of the Snark
@ Joseph Conrad | 1924
1899 | novel | Heart of Darkness
1900 | novel | Lord Jim
1904 | novel | Nostromo
1907 | novel | The Secret Agent
@ Jonathan Swift | 1745
1704 | satire | A Tale of a Tub
1726 | satire, fantasy | Gulliver's Travels
1729 | satire, essay | A Modest Proposal
@ Daniel Defoe | 1731
1719 | adventure | Robinson Crusoe
1722 | novel | Moll Flanders
1722 | historical | A Journal of the Plague Year
@ Samuel Richardson | 1761
1740 | novel | Pamela
@ Henry Fielding | 1754
1742 | satire | Joseph Andrews
1749 | satire | The History of Tom Jones, a Foundling
@ Laurence Sterne | 1768
1759 | satire | The Life and Opinions of Tristram Shandy, Gentleman
1768 | travel, novel | A Sentimental Journey
@ Oliver Goldsmith | 1774
1766 | novel | The Vicar of Wakefield
@ William Shakespeare | 1616
1597 | tragedy | Romeo and Juliet
1600 | comedy | A Midsummer Night's Dream
1600 | comedy | The Merchant of Venice
1600 | comedy | Much Ado About Nothing
1603 | tragedy | Hamlet
1608 | tragedy | King Lear
1609 | poetry | Sonnets
1622 | tragedy | Othello
1623 | tragedy | Macbeth
1623 | tragedy | Julius Caesar
1623 | comedy | The Tempest
1623 | comedy | Twelfth Night
@ Christopher Marlowe | 1593
1604 | tragedy | Doctor Faustus
@ Geoffrey Chaucer | 1400
1400 | poetry, stories | The Canterbury Tales
@ John Milton | 1674
1644 | politics, essay | Areopagitica
1667 | epic | Paradise Lost
@ John Bunyan | 1688
1678 | religion | The Pilgrim's Progress
@ William Blake | 1827
1794 | poetry | Songs of Innocence and of Experience
@ William Wordsworth & Samuel Taylor Coleridge | 1850
1798 | poetry | Lyrical Ballads
@ Lord Byron | 1824
1819 | epic, satire | Don Juan
@ John Keats | 1821
1820 | poetry | Lamia, Isabella, The Eve of St. Agnes and Other Poems
@ Alfred Tennyson | 1892
1850 | poetry | In Memoriam
@ Thomas Hobbes | 1679
1651 | philosophy, politics | Leviathan
@ John Locke | 1704
1689 | philosophy | An Essay Concerning Human Understanding
1689 | philosophy, politics | Two Treatises of Government
@ David Hume | 1776
1748 | philosophy | An Enquiry Concerning Human Understanding
@ Adam Smith | 1790
1759 | philosophy | The Theory of Moral Sentiments
1776 | economics | The Wealth of Nations
@ Edward Gibbon | 1794
1776 | history | The History of the Decline and Fall of the Roman Empire
@ Mary Wollstonecraft | 1797
1792 | politics | A Vindication of the Rights of Woman
@ Thomas Paine | 1809
1776 | politics | Common Sense
1791 | politics | Rights of Man
@ John Stuart Mill | 1873
1859 | philosophy, politics | On Liberty
1869 | politics | The Subjection of Women
@ Charles Darwin | 1882
1839 | travel, science | The Voyage of the Beagle
1859 | science | On the Origin of Species
1871 | science | The Descent of Man
@ Anna Sewell | 1878
1877 | children | Black Beauty
@ Edith Nesbit | 1924
1902 | children, fantasy | Five Children and It
1906 | children | The Railway Children
@ Frances Hodgson Burnett | 1924
1905 | children | A Little Princess
1911 | children | The Secret Garden
@ Kenneth Grahame | 1932
1908 | children, fantasy | The Wind in the Willows
@ J. M. Barrie | 1937
1911 | children, fantasy | Peter and Wendy
@ Beatrix Potter | 1943
1902 | children | The Tale of Peter Rabbit
@ Jerome K. Jerome | 1927
1889 | satire, travel | Three Men in a Boat
@ H. Rider Haggard | 1925
1885 | adventure | King Solomon's Mines
1887 | adventure, fantasy | She
@ Anthony Hope | 1933
1894 | adventure | The Prisoner of Zenda
@ G. K. Chesterton | 1936
1908 | novel | The Man Who Was Thursday
1911 | crime, stories | The Innocence of Father Brown
@ E. M. Forster | 1970
1908 | romance | A Room with a View
1910 | novel | Howards End
1924 | novel | A Passage to India
@ D. H. Lawrence | 1930
1913 | novel | Sons and Lovers
1920 | novel | Women in Love
@ James Joyce | 1941
1914 | stories | Dubliners
1916 | novel | A Portrait of the Artist as a Young Man
1922 | novel | Ulysses
@ Virginia Woolf | 1941
1925 | novel | Mrs Dalloway
1927 | novel | To the Lighthouse
@ Olive Schreiner | 1920
1883 | novel | The Story of an African Farm
@ Washington Irving | 1859
1820 | stories | The Sketch Book of Geoffrey Crayon, Gent.
@ James Fenimore Cooper | 1851
1826 | historical, adventure | The Last of the Mohicans | | Leatherstocking Tales #2
@ Edgar Allan Poe | 1849
1838 | adventure, horror | The Narrative of Arthur Gordon Pym of Nantucket
1840 | horror, stories | Tales of the Grotesque and Arabesque
1845 | poetry | The Raven and Other Poems
@ Nathaniel Hawthorne | 1864
1850 | historical | The Scarlet Letter
1851 | gothic | The House of the Seven Gables
@ Herman Melville | 1891
1846 | adventure | Typee
1851 | adventure | Moby-Dick
1853 | stories | Bartleby, the Scrivener
@ Ralph Waldo Emerson | 1882
1836 | philosophy, essay | Nature
1841 | philosophy, essay | Self-Reliance
@ Henry David Thoreau | 1862
1849 | politics, essay | Civil Disobedience
1854 | memoir, philosophy | Walden
@ Harriet Beecher Stowe | 1896
1852 | novel | Uncle Tom's Cabin
@ Frederick Douglass | 1895
1845 | memoir | Narrative of the Life of Frederick Douglass, an American Slave
@ Harriet Jacobs | 1897
1861 | memoir | Incidents in the Life of a Slave Girl
@ Walt Whitman | 1892
1855 | poetry | Leaves of Grass
@ Emily Dickinson | 1886
1890 | poetry | Poems
@ Louisa May Alcott | 1888
1868 | children, novel | Little Women
1871 | children, novel | Little Men
@ Mark Twain | 1910
1869 | travel, satire | The Innocents Abroad
1876 | children, adventure | The Adventures of Tom Sawyer
1881 | historical, children | The Prince and the Pauper
1884 | adventure, satire | Adventures of Huckleberry Finn
1889 | satire, fantasy | A Connecticut Yankee in King Arthur's Court
@ Henry James | 1916
1878 | novel | Daisy Miller
1880 | novel | Washington Square
1881 | novel | The Portrait of a Lady
1898 | gothic, horror | The Turn of the Screw
@ Stephen Crane | 1900
1895 | war | The Red Badge of Courage
@ Kate Chopin | 1904
1899 | novel | The Awakening
@ Charlotte Perkins Gilman | 1935
1892 | stories, horror | The Yellow Wallpaper
@ L. Frank Baum | 1919
1900 | children, fantasy | The Wonderful Wizard of Oz | | Oz #1
1904 | children, fantasy | The Marvelous Land of Oz | | Oz #2
@ Jack London | 1916
1903 | adventure | The Call of the Wild
1904 | adventure | The Sea-Wolf
1906 | adventure | White Fang
1909 | novel | Martin Eden
@ W. E. B. Du Bois | 1963
1903 | politics, essay | The Souls of Black Folk
@ Upton Sinclair | 1968
1906 | novel, politics | The Jungle
@ Edith Wharton | 1937
1905 | novel | The House of Mirth
1911 | novel | Ethan Frome
1920 | novel | The Age of Innocence
@ Willa Cather | 1947
1918 | historical | My Ántonia
@ F. Scott Fitzgerald | 1940
1925 | novel | The Great Gatsby
@ L. M. Montgomery | 1942
1908 | children | Anne of Green Gables | | Anne of Green Gables #1
1909 | children | Anne of Avonlea | | Anne of Green Gables #2
@ Henry Lawson | 1922
1896 | stories | While the Billy Boils
@ Katherine Mansfield | 1923
1922 | stories | The Garden Party and Other Stories
`
